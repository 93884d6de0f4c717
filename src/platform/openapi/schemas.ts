import { DECORATORS } from '@nestjs/swagger';
import { fieldsOf, type FieldSpec } from '../fields/fields.js';

type Class = new () => object;

/** A piece of an OpenAPI document. */
export type Json = Record<string, any>;

/** The JSON schemas of declared classes, gathered as `components.schemas`. */
export class Schemas {
  readonly all: Json;
  readonly #names = new Map<Class, string>();

  /** `reserved`: schemas that belong to no class. */
  constructor(reserved: Json) {
    this.all = { ...reserved };
  }

  /** A reference to the schema of a class. Two classes of one name are told apart by the app that uses them. */
  ref(type: Class, app: string): Json {
    let name = this.#names.get(type);
    if (!name) {
      const plain = type.name.replace(/(?<=.)View$/, '');
      name = plain;
      for (let n = 1; name in this.all; n++) name = capital(app) + plain + (n > 1 ? n : '');
      this.#names.set(type, name);
      this.all[name] = {}; // taken, before the fields are looked at: classes may contain each other
      this.all[name] = this.#object(type, app);
    }
    return refTo(name);
  }

  /** A reference to the schema of a page of a class. */
  page(type: Class, app: string): Json {
    const item = this.ref(type, app);
    const name = `${item.$ref.split('/').at(-1)}Page`;
    this.all[name] ??= {
      type: 'object',
      properties: { data: { type: 'array', items: item }, meta: refTo('PageMeta') },
      required: ['data', 'meta'],
    };
    return refTo(name);
  }

  /** Each field of a class with its schema. */
  fields(type: Class, app: string): { name: string; required: boolean; schema: Json }[] {
    const defaults = new type() as Json;
    return [...fieldsOf(type.prototype)].map(([name, spec]) => {
      const fallback = defaults[name] ?? spec.default;
      const schema = this.#property(type, name, spec, app);
      // A nested default is shown by the defaults of its own fields.
      if (fallback !== undefined && !spec.nested) schema.default = fallback;
      return { name, required: !spec.optional && fallback === undefined, schema };
    });
  }

  /** A small instance of a class: its required fields only, so that nothing in it names a record. */
  example(type: Class, app: string): Json {
    const fields = this.fields(type, app).filter(({ required }) => required);
    return Object.fromEntries(
      fields.map(({ name, schema }) => {
        const { nested, many } = fieldsOf(type.prototype).get(name)!;
        if (!nested) return [name, sample(name, schema)];
        const part = this.example(nested(), app);
        return [name, many ? [part] : part];
      }),
    );
  }

  #object(type: Class, app: string): Json {
    const fields = this.fields(type, app);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(required.length && { required }),
    };
  }

  #property(type: Class, name: string, { nested, many, nullable }: FieldSpec, app: string): Json {
    // What the field decorators told @nestjs/swagger, and what @ApiProperty beside them added.
    const stated: Json = Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, type.prototype, name);
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
      const target = this.ref(nested(), app);
      return { ...(nullable ? { anyOf: [target, { type: 'null' }] } : target), ...facts };
    }
    const plain = nested ? 'array' : itsType;
    return {
      type: nullable ? [plain, 'null'] : plain,
      ...(nested && { items: this.ref(nested(), app) }),
      ...(words && { enum: nullable ? [...words, null] : words }),
      ...facts,
    };
  }
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

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
