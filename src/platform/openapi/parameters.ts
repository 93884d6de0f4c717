import { STATED } from '../fields/api-decorators.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import { idSchema } from '../fields/ids.js';
import { whyNoDryRun } from '../request/dry-run.js';
import type { Route } from '../request/routes.js';
import { isSelective } from '../request/selection.js';
import { isUpload } from '../request/uploads.js';
import type { PageQuery } from '../resource/page.js';
import { parameterRef } from './headers.js';
import { shown } from './names.js';
import type { Json, Schemas } from './schemas.js';

/** Facts about a route, shared by the parts of its description. */
export interface Subject {
  route: Route;
  schemas: Schemas;
  /** The app of `/v1/<app>/…`, else the first segment of the path. */
  section: string;
  params: string[];
}

/** The parameters of a route: in the path, in the query and in headers. */
export function parametersOf({ route, schemas, section, params }: Subject): Json[] {
  const { endpoint, method, loads, parent, query, body, writes } = route;
  const stated: Json[] = Reflect.getMetadata(STATED.PARAMETERS, route.handler) ?? [];
  const path = params.map((name) => {
    const resource = [loads, parent].find((load) => load?.param === name)?.store.resource;
    const noun = resource?.noun ?? (name === 'id' ? endpoint?.resource.noun : /^(.*)_id$/.exec(name)?.[1]);
    const key = loads?.param === name && loads.key && fieldsOf(loads.key.prototype).get(loads.options.by!);
    const own = stated.find((parameter) => parameter.in === 'path' && parameter.name === name);
    const prefix = resource?.idPrefix ?? (name === 'id' ? endpoint?.resource.idPrefix : undefined);
    const schema = own?.schema ?? (key ? key.schema : prefix ? idSchema(prefix) : { type: 'string' });
    return {
      name,
      in: 'path',
      required: true,
      description: own?.description ?? (key ? `The ${name} of the ${noun}.` : `The id of the ${shown(noun ?? name)}.`),
      schema,
    };
  });
  const search = (query ? schemas.fields(query, section, 'request') : []).map(
    ({ name, required, fallback, schema }) => {
      if (name === 'where') {
        const condition = schemas.condition(query as typeof PageQuery, section);
        return { name, in: 'query', description: WHERE, content: { 'application/json': { schema: condition } } };
      }
      const { description, ...rest } = schema;
      const text = name === 'sort' ? sortDescription(query!, description) : description;
      // A default above the maximum is possible: lists may return more by default than `limit` may request.
      if (fallback !== undefined && !(Number(fallback) > rest.maximum)) rest.default = fallback;
      const sorts = name === 'sort' && (query as Partial<typeof PageQuery>).sorts;
      return {
        name,
        in: 'query',
        ...(required && { required }),
        ...(text && { description: text }),
        ...(sorts && { 'x-sort-fields': sorts }),
        schema: rest,
      };
    },
  );
  const own = stated
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, required }) => ({
      name,
      in: 'query',
      required,
      description,
      schema: { type: 'string' },
    }));
  const selecting = isSelective(route) ? selectingOf(route, schemas, section) : [];
  const headers = endpoint
    ? [
        method === 'POST' && 'IdempotencyKey',
        writes && loads && 'IfMatch',
        route.tagged && 'IfNoneMatch',
        writes && !whyNoDryRun(route) ? 'PreferOfWrites' : (query || body) && 'Prefer',
        isUpload(body) && 'ContentDigest',
        isUpload(body) && body.raw && 'PartSha256',
      ].filter((name): name is string => typeof name === 'string')
    : [];
  return [...path, ...search, ...selecting, ...own, ...headers.map(parameterRef)];
}

/** `fields` and `include` of a route that shows records. */
function selectingOf(route: Route, schemas: Schemas, section: string): Json[] {
  const view = route.endpoint!.returns as new () => object;
  const listed = (name: string, description: string, items: Json, maxItems: number) => ({
    name,
    in: 'query',
    description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items, minItems: 1, maxItems },
  });
  // Names of schemas, because a part of the document needs only those that its answers have.
  const relations = Object.fromEntries(
    route.relations.map(({ name, type, view }) => {
      const { $ref } = schemas.ref(view, type.split('.')[0]!);
      return [name, $ref.split('/').at(-1)];
    }),
  );
  const names = Object.keys(relations);
  return [
    listed(
      'fields',
      'Only these fields of each record. Default: all.',
      schemas.fieldNames(view, section),
      fieldNames(view).length,
    ),
    ...(names.length
      ? [
          {
            ...listed(
              'include',
              'Records named by these fields, beside the answer as `included`.',
              { type: 'string', enum: names },
              names.length,
            ),
            'x-relations': relations,
          },
        ]
      : []),
  ];
}

const WHERE =
  'Only records that match this condition. Parameters such as `status[in]=a,b` and `created_at[gte]=…` say the same.';

function sortDescription(query: object, description: string): string {
  const { sorts, defaultSort } = query as Partial<typeof PageQuery>;
  if (!sorts) return description;
  return `${description} Fields: ${sorts.join(', ')}. Default: ${defaultSort}.`;
}
