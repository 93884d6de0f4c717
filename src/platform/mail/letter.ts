import type { Message } from './mail.js';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A message of plain paragraphs, as text and as HTML. What users have written in them brings no lines or markup of its own. */
export function letter(paragraphs: readonly string[]): Pick<Message, 'text' | 'html'> {
  const lines = paragraphs.map((text) => text.replace(/\s+/g, ' ').trim());
  return {
    text: `${lines.join('\n\n')}\n`,
    html: lines.map((line) => `<p>${escaped(line)}</p>`).join('\n'),
  };
}
