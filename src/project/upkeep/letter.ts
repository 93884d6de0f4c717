import type { Message } from '../../platform/index.js';

/** A message of a few paragraphs, which may hold what users have written: it brings no lines or markup of its own. */
export function letter(to: string, subject: string, paragraphs: readonly string[]): Message {
  const lines = paragraphs.map((text) => text.replace(/\s+/g, ' ').trim());
  const html = lines.map((line) => `<p>${line.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`);
  return {
    to,
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: `${lines.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family: system-ui, sans-serif; line-height: 1.5">${html.join('')}</body></html>`,
  };
}
