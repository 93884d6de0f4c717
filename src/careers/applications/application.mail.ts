import type { Message } from '../../platform/index.js';

/**
 * Mail to candidates, in the name of the workspace. It has no text from the form, not even their name, because anybody can enter another person's address and
 * must not be able to send them words in our name.
 */
const toCandidate = (to: string, subject: string, ...lines: string[]): Message => ({
  to,
  subject,
  letter: { lines },
});

export const confirmationMail = (to: string, title: string): Message =>
  toCandidate(
    to,
    `Your application: ${title}`,
    `We have received your application for “${title}”. Thank you! We will contact you.`,
    'If you did not apply, ignore this message.',
  );

/** The subject key of a rejection's mail, by which that mail alone can be cancelled. */
export const rejectionOf = ({ id }: { id: string }): string => `${id}.rejection`;

export const rejectionMail = (to: string, title: string): Message =>
  toCandidate(
    to,
    `Your application: ${title}`,
    `Thank you for your application for “${title}” and for your time.`,
    'We have decided not to proceed with your application. We wish you all the best.',
  );
