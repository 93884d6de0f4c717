import { letter, type Message } from '../../platform/index.js';

/**
 * What candidates are sent. Nothing that somebody typed into the form is in it, a name neither: anybody can give the address
 * of anybody, and must not be able to say something to them in our name.
 */
const toCandidate = (to: string, subject: string, ...paragraphs: string[]): Message => ({
  to,
  subject,
  ...letter(['Hello,', ...paragraphs]),
});

export const confirmationMail = (to: string, title: string): Message =>
  toCandidate(
    to,
    `Your application: ${title}`,
    `We have received your application for “${title}”. Thank you! We will contact you.`,
    'If you did not apply, ignore this message.',
  );

/** What a mail about the end of an application is about: it can be taken back by itself. */
export const rejectionOf = ({ id }: { id: string }): string => `${id}.rejection`;

export const rejectionMail = (to: string, title: string): Message =>
  toCandidate(
    to,
    `Your application: ${title}`,
    `Thank you for your application for “${title}” and for your time.`,
    'We have decided not to proceed with your application. We wish you all the best.',
  );
