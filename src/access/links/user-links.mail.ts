import type { Message } from '../../platform/index.js';
import { html } from '../pages/html.js';
import type { User } from '../users/user.entity.js';

export const invitationMail = (user: User, workspace: string, link: string): Message => ({
  to: user.email,
  subject: `You are invited to ${workspace}`,
  ...letter(user, {
    before: `You are invited to the workspace “${workspace}”. Choose a password to accept:`,
    action: 'Accept the invitation',
    link,
    after: 'The link works once and expires after 7 days. If you did not expect this invitation, ignore it.',
  }),
});

export const resetMail = (user: User, workspace: string, link: string): Message => ({
  to: user.email,
  subject: `Choose a new password for ${workspace}`,
  ...letter(user, {
    before: `We received a request to reset your password in the workspace “${workspace}”:`,
    action: 'Choose a new password',
    link,
    after:
      'The link works once and expires after an hour. If you did not request it, ignore this message: your password stays the same.',
  }),
});

interface Letter {
  before: string;
  action: string;
  link: string;
  after: string;
}

function letter(
  { display_name, email }: User,
  { before, action, link, after }: Letter,
): Pick<Message, 'text' | 'html'> {
  // The name is user input and must not add lines to the mail.
  const greeting = `Hello ${display_name.replace(/\s+/g, ' ')},`;
  const account = `Your account: ${email}`;
  return {
    text: `${[greeting, before, link, after, account].join('\n\n')}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <body style="font-family: system-ui, sans-serif; line-height: 1.5">
          <p>${greeting}</p>
          <p>${before}</p>
          <p><a href="${link}">${action}</a></p>
          <p>${after}</p>
          <p>${account}</p>
          <p>If the link cannot be clicked, copy this address into your browser:<br />${link}</p>
        </body>
      </html> `.text,
  };
}
