import type { Message } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import type { Factor } from './factor.entity.js';

/** Notifies a user of a removed factor, because an attacker may have removed it. */
export const factorRemovedMail = (user: User, factor: Factor, workspace: string): Message => ({
  to: user.email,
  subject: `A sign-in method of your account was removed`,
  letter: {
    to: user.display_name,
    lines: [
      `the sign-in method “${factor.name}” of your account in the workspace “${workspace}” was removed.`,
      'If neither you nor an administrator of the workspace did that, tell an administrator at once, and change your password.',
    ],
    notes: [`Your account: ${user.email}`],
  },
});
