import type { Json } from '../platform/index.js';
import { type Catalogue, JSON_TYPE, type Operation } from './catalogue.js';

/** Maximum depth of nested schemas in a description; deeper ones are only named. */
const MAX_DEPTH = 4;

/** Schema keywords that a description keeps. */
const SHOWN_KEYWORDS = [
  'type',
  'description',
  'enum',
  'const',
  'format',
  'pattern',
  'default',
  'minimum',
  'maximum',
  'maxLength',
  'maxItems',
];

/** The operations that a caller can find. */
const shownTo = (isOperator: boolean, { operations }: Catalogue): Operation[] =>
  operations.filter(({ forOperators }) => isOperator || !forOperators);

/** All types with their operations. Types of the deployment are shown to operators only. */
export function describeTypes(catalogue: Catalogue, isOperator: boolean): Record<string, string> {
  const byType = Map.groupBy(shownTo(isOperator, catalogue), ({ type }) => type);
  return Object.fromEntries(
    [...byType.keys()].toSorted().map((type) => [type, byType.get(type)!.map(callOf).toSorted().join(', ')]),
  );
}

/** One type: the inputs and scopes of each call, and the fields of a record. */
export function describeType(catalogue: Catalogue, type: string, isOperator: boolean): Json | null {
  const own = shownTo(isOperator, catalogue).filter((operation) => operation.type === type);
  if (!own.length) return null;
  const { components } = catalogue;
  const shown =
    own.find(({ verb, name }) => verb === 'get' && !name) ?? own.find(({ verb, name }) => verb === 'list' && !name);
  const record = shown && schemaOf(recordOf(shown, components), components);
  return { type, calls: own.map((operation) => describeCall(operation, components)), ...(record && { record }) };
}

function describeCall(operation: Operation, components: Json): Json {
  const { description, ids, scope } = operation;
  const all: Json[] = (description.parameters ?? []).map((parameter: Json) => resolve(parameter, components));
  const query = all.filter((each) => each.in === 'query' && !['limit', 'cursor'].includes(each.name));
  const body = description.requestBody?.content[JSON_TYPE].schema;
  const names = new Map(all.map((each) => [each.name, each.description]));
  return {
    call: callOf(operation),
    summary: description.summary,
    ...(scope && { scope }),
    ...(ids.length === 1 && { id: names.get(ids[0]) }),
    ...(ids.length > 1 && { parent_id: names.get(ids[0]), id: names.get(ids[1]) }),
    ...(query.length && {
      query: Object.fromEntries(
        query.map((each) => [
          each.name,
          each.schema
            ? schemaOf({ ...each.schema, description: each.description }, components)
            : conditionsOf(each, components),
        ]),
      ),
    }),
    ...(body && { fields: schemaOf(body, components) }),
  };
}

/** Field names for conditions; their types are those of a record. */
const conditionsOf = ({ description, content }: Json, components: Json): Json => ({
  description,
  fields: Object.keys(resolve(content[JSON_TYPE].schema, components).properties),
});

/** A call in short notation: `act close`. */
const callOf = ({ verb, name }: Operation): string => (name ? `${verb} ${name}` : verb);

/** The schema of one record that a get or list shows. */
function recordOf({ description }: Operation, components: Json): Json {
  const success = Object.entries<Json>(description.responses).find(([status]) => status < '3')![1];
  const schema = resolve(success.content?.[JSON_TYPE]?.schema ?? {}, components);
  return schema.properties?.data?.items ?? schema;
}

/** A schema with its references resolved, reduced to useful keywords. */
function schemaOf(schema: Json, components: Json, depth = 0): Json {
  const found = resolve(schema, components);
  const { properties, required, items, anyOf, allOf } = found;
  const described = Object.fromEntries(
    SHOWN_KEYWORDS.filter((word) => found[word] !== undefined).map((word) => [word, found[word]]),
  );
  if (depth >= MAX_DEPTH) return described;
  const inner = (part: Json) => schemaOf(part, components, depth + 1);
  return {
    ...described,
    ...(properties && {
      properties: Object.fromEntries(Object.entries<Json>(properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(required && { required }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(allOf && { allOf: allOf.map(inner) }),
  };
}

/** Resolves a reference; keywords beside it take precedence. */
function resolve({ $ref, ...rest }: Json, components: Json): Json {
  if (!$ref) return rest;
  const [section, name] = $ref.replace('#/components/', '').split('/');
  return { ...components[section][name], ...rest };
}
