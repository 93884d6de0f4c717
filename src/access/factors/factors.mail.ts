import { type Language, type Message, t } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import type { Factor } from './factor.entity.js';

/** Notifies a user of a removed factor, because an attacker may have removed it. */
export const factorRemovedMail = (user: User, factor: Factor, workspace: string, language: Language): Message => ({
  to: user.email,
  subject: t('A sign-in method of your account was removed', {}, language),
  letter: {
    to: user.display_name,
    lines: [
      t(
        'the sign-in method “{name}” of your account in the workspace “{workspace}” was removed.',
        { name: factor.type === 'totp' ? t('Authenticator app', {}, language) : factor.name, workspace },
        language,
      ),
      t(
        'If neither you nor an administrator of the workspace did that, tell an administrator at once, and change your password.',
        {},
        language,
      ),
    ],
    notes: [t('Your account: {email}', { email: user.email }, language)],
  },
  language,
});
