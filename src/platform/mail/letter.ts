import type { Message } from './mail.js';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Builds a mail of paragraphs as text and HTML. User input is escaped and cannot add lines. */
export function letter(paragraphs: readonly string[]): Pick<Message, 'text' | 'html'> {
  const lines = paragraphs.map((text) => text.replace(/\s+/g, ' ').trim());
  return {
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escaped(line)}</p>`).join('\n'),
  };
}
