import type { Letter, Message } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';

export const invitationMail = (user: User, workspace: string, link: string): Message => ({
  to: user.email,
  subject: `You are invited to ${workspace}`,
  letter: letter(user, {
    before: `You are invited to the workspace “${workspace}”. Choose a password to accept:`,
    action: 'Accept the invitation',
    link,
    after: 'The link works once and expires after 7 days. If you did not expect this invitation, ignore it.',
  }),
});

export const resetMail = (user: User, workspace: string, link: string): Message => ({
  to: user.email,
  subject: `Choose a new password for ${workspace}`,
  letter: letter(user, {
    before: `We received a request to reset your password in the workspace “${workspace}”:`,
    action: 'Choose a new password',
    link,
    after:
      'The link works once and expires after an hour. If you did not request it, ignore this message: your password stays the same.',
  }),
});

interface Link {
  before: string;
  action: string;
  link: string;
  after: string;
}

const letter = ({ display_name, email }: User, { before, action, link, after }: Link): Letter => ({
  to: display_name,
  lines: [before],
  button: { label: action, link },
  notes: [after, `Your account: ${email}`],
});
