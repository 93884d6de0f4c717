import { type ApiError, deferred, t, translated } from '../../platform/index.js';

/** Messages of the platform that pages show. The API says them in English. */
export const PLATFORM_MESSAGES = [
  deferred('Nothing exists at this URL.'),
  deferred('Internal error.'),
  deferred('The service is not available. Try again in a moment.'),
  deferred('The workspace is frozen: for now it can be read, but not changed. Try again in a moment.'),
  deferred('This workspace has moved to another deployment.'),
  deferred('Try again in a minute.'),
];

/** The message of an error in the language of the page; it stays English if there is no translation. */
export function reasonOf({ message }: Pick<ApiError, 'message'>): string {
  const minutes = /^Try again in (\d+) minutes\.$/.exec(message)?.[1];
  return minutes ? t('Try again in {minutes} minutes.', { minutes }) : translated(message);
}
