import type { ScimShown } from './scim.dto.js';

const ALWAYS = ['schemas', 'id'];

/** Which attributes an answer shows (RFC 7644, 3.9): what `attributes` names, or all but those of `excludedAttributes`. */
export class Shown {
  readonly #names: Set<string>;
  readonly #only: boolean;

  constructor({ attributes = '', excludedAttributes = '' }: ScimShown) {
    const only = namesIn(attributes);
    this.#only = only.size > 0;
    this.#names = this.#only ? only : namesIn(excludedAttributes);
  }

  /** Whether the client asks for certain attributes, or for less than all. */
  get isPartial(): boolean {
    return this.#names.size > 0;
  }

  /** Whether any part of an attribute is shown. */
  has(name: string): boolean {
    const key = name.toLowerCase();
    if (ALWAYS.includes(key) || !this.isPartial) return true;
    if (!this.#only) return !this.#names.has(key);
    return [...this.#names].some((asked) => asked === key || asked.startsWith(`${key}.`));
  }

  /** Whether a part of an attribute is shown. */
  hasPart(name: string, part: string): boolean {
    if (!this.isPartial) return true;
    const [key, whole] = [`${name}.${part}`.toLowerCase(), name.toLowerCase()];
    return this.#only
      ? this.#names.has(whole) || this.#names.has(key)
      : !this.#names.has(whole) && !this.#names.has(key);
  }

  /** The attributes of a resource that are shown. */
  of(resource: object): Record<string, unknown> {
    const entries = Object.entries(resource).filter(([name, value]) => value !== undefined && this.has(name));
    return Object.fromEntries(
      entries.map(([name, value]) => [name, ALWAYS.includes(name) ? value : this.#partsOf(name, value)]),
    );
  }

  #partsOf(name: string, value: unknown): unknown {
    if (!this.isPartial || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#partsOf(name, item));
    return Object.fromEntries(Object.entries(value).filter(([part]) => this.hasPart(name, part)));
  }
}

const OWN_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/;

const namesIn = (list: string) =>
  new Set(
    list
      .split(',')
      .map((name) => name.trim().toLowerCase().replace(OWN_SCHEMA, ''))
      .filter(Boolean),
  );
