import { type Language, type Letter, type Message, t } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

export const invitationMail = (user: User, workspace: string, link: string, language: Language): Message => ({
  to: user.email,
  subject: t('You are invited to {workspace}', { workspace }, language),
  letter: letter(
    user,
    {
      before: t(
        'You are invited to the workspace “{workspace}”. Choose a password to accept:',
        { workspace },
        language,
      ),
      action: t('Accept the invitation', {}, language),
      link,
      after: t(
        'The link works once and expires after 7 days. If you did not expect this invitation, ignore it.',
        {},
        language,
      ),
    },
    language,
  ),
  language,
});

export const resetMail = (user: User, workspace: string, link: string, language: Language): Message => ({
  to: user.email,
  subject: t('Choose a new password for {workspace}', { workspace }, language),
  letter: letter(
    user,
    {
      before: t(
        'We received a request to reset your password in the workspace “{workspace}”:',
        { workspace },
        language,
      ),
      action: t('Choose a new password', {}, language),
      link,
      after: t(
        'The link works once and expires after an hour. If you did not request it, ignore this message: your password stays the same.',
        {},
        language,
      ),
    },
    language,
  ),
  language,
});

interface Link {
  before: string;
  action: string;
  link: string;
  after: string;
}

const letter = ({ display_name, email }: User, { before, action, link, after }: Link, language: Language): Letter => ({
  to: display_name,
  lines: [before],
  button: { label: action, link },
  notes: [after, t('Your account: {email}', { email }, language)],
});
