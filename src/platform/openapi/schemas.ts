import type { PageQuery } from '../resource/page.js';
import { conditionSchema } from './conditions.js';
import { capital, refTo } from './names.js';
import { fieldsOf, type FieldSpec } from '../fields/field-spec.js';
import { STATED } from '../fields/api-decorators.js';

type Class = new () => object;

/** A piece of an OpenAPI document. */
export type Json = Record<string, any>;

/** Direction: a field with a default is optional in a request and always present in a response. */
type Role = 'request' | 'answer';

/** Names of browser globals, which generated clients would shadow. */
const GLOBALS = new Set(['Document', 'Event', 'File', 'Permissions']);

/** The JSON schemas of declared classes, gathered as `components.schemas`. */
export class Schemas {
  readonly all: Json;
  readonly #conditions = new Map<(typeof PageQuery)['asked'], string>();
  readonly #names = { request: new Map<Class, string>(), answer: new Map<Class, string>() };

  /** `reserved`: schemas that belong to no class. */
  constructor(reserved: Json) {
    this.all = { ...reserved };
  }

  /**
   * A reference to the schema of a class. Classes with the same name are qualified by app. A class that differs between
   * requests and responses has two schemas; the request schema ends in `Input`.
   */
  ref(type: Class, app: string, role: Role = 'answer'): Json {
    const side = role === 'request' && hasDefaults(type) ? role : 'answer';
    let name = this.#names[side].get(type);
    if (!name) {
      const both = side === 'request' && this.#names.answer.has(type);
      const plain = type.name.replace(/(?<=.)View$/, '') + (both ? 'Input' : '');
      const longer = (app === `${plain.toLowerCase()}s` ? 'Suite' : capital(app)) + plain;
      name = GLOBALS.has(plain) ? longer : plain;
      for (let n = 1; name in this.all; n++) name = longer + (n > 1 ? n : '');
      this.#names[side].set(type, name);
      this.all[name] = {}; // taken, before the fields are looked at: classes may contain each other
      this.all[name] = this.#object(type, app, role);
    }
    return refTo(name);
  }

  /** A reference to the schema of a page of a class. */
  page(type: Class, app: string, maxItems: number): Json {
    const item = this.ref(type, app);
    const name = `${item.$ref.split('/').at(-1)}Page`;
    this.all[name] ??= {
      type: 'object',
      properties: {
        data: { type: 'array', items: item, maxItems, description: 'The records of this page.' },
        meta: { ...refTo('PageMeta'), description: 'Position of this page in the list.' },
        included: {
          ...refTo('Included'),
          description: 'Records that those of the page name, where `include` asks for them.',
        },
      },
      required: ['data', 'meta'],
    };
    return refTo(name);
  }

  /** A reference to the names of the fields of a class. */
  fieldNames(type: Class, app: string): Json {
    const name = `${this.ref(type, app).$ref.split('/').at(-1)}Field`;
    this.all[name] ??= { type: 'string', enum: [...fieldsOf(type.prototype).keys()] };
    return refTo(name);
  }

  /** A reference to the schema of the conditions of a list. A list and its export share one. */
  condition(query: typeof PageQuery, app: string): Json {
    let name = this.#conditions.get(query.asked);
    if (!name) {
      const plain = query.name.replace(/Query$/, 'Condition');
      name = plain in this.all ? capital(app) + plain : plain;
      this.#conditions.set(query.asked, name);
      this.all[name] = conditionSchema(query, name);
    }
    return refTo(name);
  }

  /** Each field of a class with its schema. */
  fields(type: Class, app: string, role: Role): { name: string; required: boolean; fallback: unknown; schema: Json }[] {
    return [...fieldsOf(type.prototype)].map(([name, spec]) => {
      const fallback = role === 'request' ? fallbackOf(type, name, spec) : undefined;
      const required = !spec.optional && fallback === undefined;
      return { name, required, fallback, schema: this.#property(type, name, spec, app, role) };
    });
  }

  /** A minimal example of a class: required fields only, so that it refers to no record. */
  example(type: Class, app: string): Json {
    const fields = this.fields(type, app, 'request').filter(({ required }) => required);
    return Object.fromEntries(
      fields.map(({ name, schema }) => {
        const { nested, many } = fieldsOf(type.prototype).get(name)!;
        if (!nested) return [name, sample(name, schema)];
        const part = this.example(nested(), app);
        return [name, many ? [part] : part];
      }),
    );
  }

  #object(type: Class, app: string, role: Role): Json {
    const fields = this.fields(type, app, role);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    return {
      type: 'object',
      // In the description instead of `default`, because client generators make fields with a default required.
      properties: Object.fromEntries(fields.map(({ name, fallback, schema }) => [name, saying(fallback, schema)])),
      ...(required.length && { required }),
    };
  }

  #property(type: Class, name: string, { nested, many, nullable }: FieldSpec, app: string, role: Role): Json {
    // The metadata of @nestjs/swagger, written by the field decorators and by @ApiProperty beside them.
    const stated: Json = Reflect.getMetadata(STATED.PROPERTY, type.prototype, name);
    const {
      type: itsType,
      required: _required,
      nullable: _nullable,
      isArray: _isArray,
      example,
      enum: words,
      ...rest
    } = stated;
    const facts = { ...rest, ...(example !== undefined && { examples: [example] }) };
    if (nested && !many) {
      const target = this.ref(nested(), app, role);
      return { ...(nullable ? { anyOf: [target, { type: 'null' }] } : target), ...facts };
    }
    const plain = nested ? 'array' : itsType;
    return {
      type: nullable ? [plain, 'null'] : plain,
      ...(nested && { items: this.ref(nested(), app, role) }),
      ...(words && { enum: nullable ? [...words, null] : words }),
      ...facts,
    };
  }
}

/** The value of a field that a request leaves out, if the class declares one. */
const fallbackOf = (type: Class, name: string, spec: FieldSpec): unknown => (new type() as Json)[name] ?? spec.default;

/** Whether a class, or one within it, has fields that an answer has and a request may leave out. */
function hasDefaults(type: Class, known = new Set<Class>()): boolean {
  if (known.has(type)) return false;
  known.add(type);
  return [...fieldsOf(type.prototype)].some(
    ([name, spec]) =>
      (!spec.optional && fallbackOf(type, name, spec) !== undefined) ||
      (spec.nested && hasDefaults(spec.nested(), known)),
  );
}

/** Adds the default to the description, unless it is already stated there or in the nested fields. */
function saying(fallback: unknown, { description = '', ...schema }: Json): Json {
  const silent = fallback === undefined || (typeof fallback === 'object' && !Array.isArray(fallback));
  const usual = silent || /default:/i.test(description) ? '' : `Default: ${inWords(fallback)}.`;
  const words = [description, usual].filter(Boolean).join(' ');
  return { ...schema, ...(words && { description: words }) };
}

function inWords(value: unknown): string {
  if (value === '') return 'empty';
  return Array.isArray(value) && !value.length
    ? 'none'
    : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

const formats: Record<string, unknown> = {
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com',
};

function sample(name: string, { examples, enum: words, type, format, items, minimum }: Json): unknown {
  if (examples ?? words) return (examples ?? words)[0];
  if (type === 'array') return [sample(name, items)];
  if (type === 'integer' || type === 'number') return minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'object' ? {} : (formats[format] ?? capital(name.replaceAll('_', ' ')));
}
