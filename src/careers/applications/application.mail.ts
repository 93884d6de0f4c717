import { type Language, type Message, t } from '../../platform/index.js';

/**
 * Mail to candidates, in the name of the workspace. It has no text from the form, not even their name, because anybody can enter another person's address and
 * must not be able to send them words in our name.
 */
const toCandidate = (to: string, title: string, lines: readonly string[], language: Language): Message => ({
  to,
  subject: t('Your application: {title}', { title }, language),
  letter: { lines },
  language,
});

export const confirmationMail = (to: string, title: string, language: Language): Message =>
  toCandidate(
    to,
    title,
    [
      t('We have received your application for “{title}”. Thank you! We will contact you.', { title }, language),
      t('If you did not apply, ignore this message.', {}, language),
    ],
    language,
  );

/** The subject key of a rejection's mail, by which that mail alone can be cancelled. */
export const rejectionOf = ({ id }: { id: string }): string => `${id}.rejection`;

export const rejectionMail = (to: string, title: string, language: Language): Message =>
  toCandidate(
    to,
    title,
    [
      t('Thank you for your application for “{title}” and for your time.', { title }, language),
      t('We have decided not to proceed with your application. We wish you all the best.', {}, language),
    ],
    language,
  );
