import type * as HtmlParser from 'htmlparser2';
import { createRequire } from 'node:module';

/** Formatting, lists, tables and links, each with the attributes that it keeps. */
const ALLOWED = new Map<string, readonly string[]>([
  ...(
    'address article aside section h1 h2 h3 h4 h5 h6 header footer main nav hgroup blockquote dd div dl dt figcaption ' +
    'figure hr li ol p pre ul abbr b bdi bdo br cite code data dfn em i kbd mark q rb rp rt rtc ruby s samp small span ' +
    'strong sub sup time u var wbr caption col colgroup table tbody tfoot thead tr del ins'
  )
    .split(' ')
    .map((name) => [name, []] as [string, string[]]),
  ['a', ['href']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
]);

/** Elements without an end. */
const VOID = new Set(['br', 'hr', 'wbr', 'col']);

/** Elements closed implicitly by the next one of the same kind. */
const ENDED_BY_NEXT = new Set(['li', 'dt', 'dd', 'p', 'tr', 'td', 'th']);

/** Elements dropped with their contents, which are not readable text. */
const DROPPED = new Set(
  'script style textarea title option select noscript noembed noframes iframe xmp plaintext template object svg math'.split(
    ' ',
  ),
);

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/** Maximum nesting. Deeper elements are dropped, their text is kept. */
const MAX_DEPTH = 100;

/** Cache size in characters, because the same few texts are rendered repeatedly. */
const MAX_CACHED_CHARACTERS = 16 * 2 ** 20;

const kept = new Map<string, string>();
let keptCharacters = 0;

/**
 * Sanitizes HTML: formatting, lists, tables and links. The result contains nothing active and no external resource, and is
 * well-formed. Runs in linear time for any input.
 */
export function safeHtml(html: string): string {
  const known = kept.get(html);
  const safe = known ?? sanitize(html);
  // LRU: re-inserted as the most recent entry.
  if (known !== undefined) kept.delete(html);
  else keptCharacters += html.length + safe.length;
  kept.set(html, safe);
  while (keptCharacters > MAX_CACHED_CHARACTERS) {
    const [first, result] = kept.entries().next().value!;
    kept.delete(first);
    keptCharacters -= first.length + result.length;
  }
  return safe;
}

function sanitize(html: string): string {
  const writer = new Writer(html);
  // Lazy, because it loads the tables of all entities.
  const { Tokenizer } = createRequire(import.meta.url)('htmlparser2') as typeof HtmlParser;
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, writer);
  tokenizer.write(html);
  tokenizer.end();
  return writer.result();
}

/**
 * Rebuilds allowed markup from tokens, so that the result does not depend on parser differences. Uses only the tokenizer: the
 * parser of the library scans all open elements at each end tag.
 */
class Writer implements HtmlParser.TokenizerCallbacks {
  #out = '';
  /** Start of pending text: the tokenizer emits pieces as small as one character. */
  #textStart = 0;
  #textEnd = 0;
  readonly #open: string[] = [];
  /** How many elements of each name are open. */
  readonly #count = new Map<string, number>();
  /** The element whose contents are dropped, and how many of its name are open inside each other. */
  #dropped = '';
  #droppedDepth = 0;
  #tag = '';
  #attributes = new Map<string, string>();
  #name = '';
  #value = '';

  constructor(private readonly html: string) {}

  result(): string {
    while (this.#open.length) this.#close();
    this.#writeText();
    return this.#out;
  }

  ontext(start: number, end: number): void {
    if (this.#dropped) return;
    if (start !== this.#textEnd) {
      this.#writeText();
      this.#textStart = start;
    }
    this.#textEnd = end;
  }

  ontextentity(codepoint: number): void {
    if (this.#dropped) return;
    this.#writeText();
    this.#out += escaped(String.fromCodePoint(codepoint));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.html.slice(start, end).toLowerCase();
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#name = this.html.slice(start, end).toLowerCase();
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (ALLOWED.get(this.#tag)?.includes(this.#name) && !this.#attributes.has(this.#name))
      this.#attributes.set(this.#name, this.#value);
  }

  onopentagend(): void {
    if (this.#dropped) {
      if (this.#tag === this.#dropped) this.#droppedDepth++;
    } else if (DROPPED.has(this.#tag)) {
      this.#dropped = this.#tag;
      this.#droppedDepth = 1;
    } else if (ALLOWED.has(this.#tag)) {
      this.#write();
    }
  }

  /** HTML ignores the slash, except in foreign elements (SVG, MathML), which are all dropped. */
  onselfclosingtag(): void {
    if (this.#dropped || !DROPPED.has(this.#tag)) this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end).toLowerCase();
    if (this.#dropped) {
      if (name === this.#dropped && --this.#droppedDepth === 0) this.#dropped = '';
      return;
    }
    if (!this.#count.get(name)) return;
    while (this.#close() !== name);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #write(): void {
    const tag = this.#tag;
    if (ENDED_BY_NEXT.has(tag) && this.#open.at(-1) === tag) this.#close();
    if (this.#open.length >= MAX_DEPTH) return;
    let attributes = '';
    for (const [name, value] of this.#attributes)
      if (isSafe(name, value)) attributes += ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`;
    this.#writeText();
    this.#out += `<${tag}${attributes}>`;
    if (VOID.has(tag)) return;
    this.#open.push(tag);
    this.#count.set(tag, (this.#count.get(tag) ?? 0) + 1);
  }

  #writeText(): void {
    if (this.#textStart < this.#textEnd) this.#out += escaped(this.html.slice(this.#textStart, this.#textEnd));
    this.#textStart = this.#textEnd;
  }

  #close(): string {
    this.#writeText();
    const name = this.#open.pop()!;
    this.#count.set(name, this.#count.get(name)! - 1);
    this.#out += `</${name}>`;
    return name;
  }
}

const escaped = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

function isSafe(name: string, value: string): boolean {
  if (name !== 'href') return /^[0-9]{1,4}$/.test(value);
  // Browsers ignore control characters and blanks before and within a scheme.
  // eslint-disable-next-line no-control-regex
  const address = value.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
  if (/^[/\\]{2}/.test(address)) return false;
  const colon = address.indexOf(':');
  if (colon < 0 || /[/?#]/.test(address.slice(0, colon))) return true;
  return SCHEMES.has(address.slice(0, colon).toLowerCase());
}
