import { MAX_TEXT } from './values.js';
import { tooLarge } from './xlsx-archive.js';

/** Maximum characters of an escaped cell. */
const MAX_ESCAPED = 2 ** 20;

/** Concatenates the runs of rich text, without phonetic hints. */
export class Pieces {
  #text = '';
  #isHint = false;

  open(name: string): void {
    if (name === 'rPh') this.#isHint = true;
  }

  close(name: string, text: string): void {
    if (name === 'rPh') this.#isHint = false;
    if (name === 't' && !this.#isHint && (this.#text += text).length > MAX_ESCAPED) throw tooLong();
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** Decodes characters that XML forbids, written by Excel as `_x0008_`. Drops NUL. */
export const unescaped = (text: string) =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
    .toWellFormed();

export const tooLong = () => tooLarge(`has cells of more than ${MAX_TEXT} characters`);
