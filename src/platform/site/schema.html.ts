import { Html, html } from '../html/html.js';
import { resolve } from '../openapi/part.js';
import type { Json } from '../openapi/schemas.js';
import { slug } from './contents.js';
import type { Markdown } from './markdown.js';

/** Schemas within schemas are shown so deep; those with a name are links, however deep. */
const MAX_DEPTH = 6;

/** Shows JSON schemas: the type of each field, its bounds and its description. Named schemas are links to their place. */
export class SchemaHtml {
  constructor(
    private readonly document: Json,
    private readonly markdown: Markdown,
  ) {}

  /** The fields of an object; of anything else its type. */
  fields(schema: Json, depth = 0): Html {
    const rows = this.#rows(schema, new Set());
    if (!rows.length) return html`<p>${this.type(schema)} ${this.#facts(schema)}</p>`;
    return html`<dl class="fields">
      ${rows.map(([name, inner, required]) => this.field(name, inner, required, depth))}
    </dl>`;
  }

  field(name: string, schema: Json, required: boolean, depth = 0): Html {
    const inner = depth < MAX_DEPTH ? this.#within(schema, depth + 1) : null;
    const must = required && html` <span class="must">required</span>`;
    return html`<div>
      <dt><code>${name}</code> <span class="type">${this.type(schema)}</span>${must}</dt>
      <dd>${this.#text(schema.description)}${this.#facts(schema)}${inner}</dd>
    </div>`;
  }

  /** In words: `array of Deal or null`. */
  type(schema: Json): Html {
    if (schema.$ref) {
      const [, kind, name = ''] = schema.$ref.slice(2).split('/');
      return kind === 'schemas' ? html`<a href="#${anchorOf(name)}">${name}</a>` : html`${name}`;
    }
    const parts = schema.oneOf ?? schema.anyOf;
    if (parts)
      return joined(
        parts.map((part: Json) => this.type(part)),
        ' or ',
      );
    if (schema.allOf && !schema.properties)
      return joined(
        schema.allOf.map((part: Json) => this.type(part)),
        ' and ',
      );
    if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
    const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
    return joined(
      types.map((type) => this.#plain(type, schema)),
      ' or ',
    );
  }

  #plain(type: string, { items, additionalProperties, properties }: Json): Html {
    if (type === 'array' && items) return html`array of ${this.type(items)}`;
    const isMap = type === 'object' && !properties && typeof additionalProperties === 'object';
    return isMap ? html`map of ${this.type(additionalProperties)}` : html`${type}`;
  }

  /** The fields of what has no name of its own: an object, or the items of a list, or one of several. */
  #within(schema: Json, depth: number): Html | null {
    if (schema.$ref) return null;
    const parts: Json[] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].filter((part: Json) => !part.$ref);
    if (parts.length) {
      const shown = parts.map((part) => this.#within(part, depth)).filter((part) => part !== null);
      return shown.length ? html`${shown}` : null;
    }
    if (schema.items) return this.#within(schema.items, depth);
    if (typeof schema.additionalProperties === 'object' && !schema.properties)
      return this.#within(schema.additionalProperties, depth);
    return schema.properties ? this.fields(schema, depth) : null;
  }

  /** The rows of an object, of all its parts where it is made of several. */
  #rows(schema: Json, known: Set<string>): [string, Json, boolean][] {
    if (schema.$ref) {
      if (known.has(schema.$ref)) return [];
      return this.#rows(resolve(this.document, schema.$ref), known.add(schema.$ref));
    }
    const rows: [string, Json, boolean][] = (schema.allOf ?? []).flatMap((part: Json) => this.#rows(part, known));
    for (const [name, inner] of Object.entries<Json>(schema.properties ?? {}))
      rows.push([name, inner, schema.required?.includes(name) ?? false]);
    const { additionalProperties: others } = schema;
    if (typeof others === 'object' && others !== null) rows.push(['…', others, false]);
    return [...new Map(rows.map((row) => [row[0], row])).values()];
  }

  #facts(schema: Json): Html | null {
    const of = schema.items && !schema.items.$ref ? schema.items : schema;
    const words = (values: unknown[]) =>
      joined(
        values.map((value) => html`<code>${shown(value)}</code>`),
        ', ',
      );
    const facts = [
      schema.deprecated && html`Deprecated.`,
      of.enum && html`One of ${words(of.enum)}.`,
      schema.default !== undefined &&
        !/default:/i.test(schema.description ?? '') &&
        html`Default: ${words([schema.default])}.`,
      schema.format && html`Format: ${schema.format}.`,
      bounds('characters', of.minLength, of.maxLength),
      bounds('items', schema.minItems, schema.maxItems),
      range(of.minimum, of.maximum),
      of.pattern && html`Pattern: <code>${of.pattern}</code>.`,
      schema.examples?.length && html`Example: ${words(schema.examples.slice(0, 1))}.`,
    ].filter((fact) => fact instanceof Html);
    return facts.length ? html`<p class="facts">${joined(facts, ' ')}</p>` : null;
  }

  #text(description: unknown): Html | null {
    return description ? this.markdown.render(String(description)).body : null;
  }
}

export const anchorOf = (schema: string): string => `object-${slug(schema.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-'))}`;

export const joined = (parts: readonly Html[], between: string): Html =>
  html`${parts.flatMap((part, index) => (index ? [between, part] : [part]))}`;

const shown = (value: unknown) => (typeof value === 'string' ? value || '""' : JSON.stringify(value));

function bounds(what: string, least?: number, most?: number): Html | null {
  if (most === undefined) return least ? html`At least ${least} ${what}.` : null;
  return least ? html`${least} to ${most} ${what}.` : html`At most ${most} ${what}.`;
}

function range(least?: number, most?: number): Html | null {
  if (least !== undefined && most !== undefined) return html`${least} to ${most}.`;
  if (least !== undefined) return html`At least ${least}.`;
  return most === undefined ? null : html`At most ${most}.`;
}
