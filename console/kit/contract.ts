import type { Scope } from './scopes.js';

/** A field of a record, as the API describes it. */
export interface Field {
  description?: string;
  format?: string;
  type?: string | string[];
  enum?: (string | null)[];
  items?: Field;
}

/** The parts of JSON Schema that the API uses. */
export interface Schema extends Field {
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  required?: string[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  examples?: unknown[];
  /** How ids begin that are its values. */
  'x-id-prefix'?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  'x-sort-fields'?: string[];
  schema: Schema;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  summary: string;
  description?: string;
  /** The heading of the list or record. */
  'x-title': string;
  security: unknown[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  'x-required-scope'?: Scope;
  'x-audit-action'?: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The document that describes the API. */
export interface Contract {
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: { schemas: Record<string, Schema> };
  /** By type of record, the fields that `when` of an alert rule can name. */
  'x-audited-fields': Record<string, Record<string, { kind: string; enum?: string[]; 'x-id-prefix'?: string }>>;
}

/** A schema behind its references; the description beside a reference counts. */
export function follow(contract: Pick<Contract, 'components'>, schema: Schema | undefined): Schema {
  if (!schema?.$ref) return schema ?? {};
  const { $ref, ...beside } = schema;
  return { ...follow(contract, contract.components.schemas[$ref.split('/').at(-1)!]), ...beside };
}

/** The JSON that a request takes. Null: it takes none. */
export function bodyOf(contract: Contract, operation: Operation | undefined): Schema | null {
  const schema = operation?.requestBody?.content['application/json']?.schema;
  return schema ? follow(contract, schema) : null;
}
