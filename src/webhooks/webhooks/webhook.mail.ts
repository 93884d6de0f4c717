import { type Language, type Message, momentInWords, t } from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';
import { FAILING } from './webhook.resource.js';

interface Reader {
  to: string;
  language: Language;
  /** Time zone of the workspace. */
  zone: string;
}

/** Mail about a paused webhook. It names only the host, because the rest of the URL may contain a secret. */
export function pausedMail(
  { to, language, zone }: Reader,
  { id, url, failing_since }: Webhook,
  reason: 'gone' | 'failing',
): Message {
  const { host } = new URL(url);
  const why =
    reason === 'gone'
      ? t('The receiver answered 410 Gone, which means that it wants no more deliveries.', {}, language)
      : t(
          'Every delivery has failed for more than {hours} hours, since {time}.',
          { hours: FAILING.hours, time: momentInWords(failing_since!, zone, language) },
          language,
        );
  return {
    to,
    subject: t('A webhook was paused: {host}', { host }, language),
    letter: {
      lines: [
        t('The webhook {id} to {host} was paused.', { id, host }, language),
        why,
        t('Nothing is sent to it until its status is set to active again (PATCH /v1/webhooks/{id}).', { id }, language),
        t(
          'Events are kept for 30 days. Later, send the missed ones with POST /v1/webhooks/{id}/replay.',
          { id },
          language,
        ),
      ],
    },
    language,
  };
}
