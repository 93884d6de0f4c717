import type { Message } from './mail.js';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A message of plain paragraphs, as text and as HTML. */
export const letter = (paragraphs: readonly string[]): Pick<Message, 'text' | 'html'> => ({
  text: `${paragraphs.join('\n\n')}\n`,
  html: paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('\n'),
});
