import { resolve } from '../openapi/part.js';
import type { Json } from '../openapi/schemas.js';
import type { Operation } from './contents.js';

export interface Example {
  language: 'curl' | 'TypeScript' | 'Python';
  code: string;
}

/** A request of an operation with the values that it cannot do without. */
interface Sample {
  method: string;
  /** With the names of its parameters: `/v1/sales/deals/{id}` */
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The media type of the body. */
  type: string | null;
  body: unknown;
  isPublic: boolean;
}

/** One request in three languages. */
export function examplesOf(document: Json, operation: Operation, base: string): Example[] {
  const sample = sampleRequest(document, operation);
  return [
    { language: 'curl', code: curl(sample, base) },
    { language: 'TypeScript', code: typescript(sample) },
    { language: 'Python', code: python(sample, base) },
  ];
}

/** A value that a schema allows, as small as it may be: required fields only, unless `whole`. */
export function sampleOf(document: Json, schema: Json, whole = false, depth = 0): unknown {
  if (schema.$ref) return sampleOf(document, resolve(document, schema.$ref), whole, depth);
  if (schema.example !== undefined) return schema.example;
  if (schema.examples?.length) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice) return sampleOf(document, choice[0], whole, depth);
  const type = [schema.type ?? (schema.properties || schema.allOf ? 'object' : 'string')].flat()[0];
  if (type === 'array')
    return schema.items && depth < MAX_DEPTH && (whole || schema.minItems)
      ? [sampleOf(document, schema.items, whole, depth + 1)]
      : [];
  if (type === 'object') {
    const parts = (schema.allOf ?? []).map((part: Json) => sampleOf(document, part, whole, depth));
    const fields = Object.entries<Json>(depth < MAX_DEPTH ? (schema.properties ?? {}) : {});
    const own = fields
      .filter(([name]) => whole || schema.required?.includes(name))
      .map(([name, inner]) => [name, sampleOf(document, inner, whole, depth + 1)]);
    return Object.assign({}, ...parts, Object.fromEntries(own));
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return type === 'null'
    ? null
    : (FORMATS[schema.format] ?? (schema['x-id-prefix'] ? `${schema['x-id-prefix']}_…` : '…'));
}

const MAX_DEPTH = 4;

const FORMATS: Record<string, string> = {
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com',
  binary: 'plan.pdf',
};

function sampleRequest(document: Json, { method, path, about }: Operation): Sample {
  const parameters: Json[] = (about.parameters ?? []).map((each: Json) =>
    each.$ref ? resolve(document, each.$ref) : each,
  );
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === place && each.required)
        .map(({ name, schema, content }) => [
          name,
          sampleOf(document, schema ?? Object.values<Json>(content ?? {})[0]?.schema ?? {}),
        ]),
    );
  const query = valuesIn('query');
  if (method === 'GET' && parameters.some(({ name }) => name === 'cursor')) query.limit = 20;
  const [type, media] = Object.entries<Json>(about.requestBody?.content ?? {})[0] ?? [null, {}];
  const body = type && (media.example ?? sampleOf(document, media.schema ?? {}));
  return { method, path, params: valuesIn('path'), query, type, body, isPublic: !about.security?.length };
}

const addressOf = ({ path, params, query }: Sample): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '…')));
  const search = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`,
  );
  return filled + (search.length ? `?${search.join('&')}` : '');
};

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** In single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function curl(sample: Sample, base: string): string {
  const { method, type, body, isPublic } = sample;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(base + addressOf(sample))}`];
  if (!isPublic) lines.push('-H "X-API-Key: $API_KEY"');
  if (method === 'POST' && !isPublic) lines.push('-H "Idempotency-Key: $(uuidgen)"');
  const fields = Object.entries((body ?? {}) as object);
  if (type === 'multipart/form-data')
    for (const [name, value] of fields)
      lines.push(`-F ${quoted(`${name}=${name === 'file' ? `@${value}` : textOf(value)}`)}`);
  else if (type === 'application/x-www-form-urlencoded')
    for (const [name, value] of fields) lines.push(`--data-urlencode ${quoted(`${name}=${textOf(value)}`)}`);
  else if (type?.includes('json'))
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, `-d ${quoted(JSON.stringify(body))}`);
  else if (type) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, '--data-binary @plan.pdf');
  return lines.join(' \\\n  ');
}

function typescript(sample: Sample): string {
  const { method, path, params, query, type, body } = sample;
  const given = [
    Object.keys(params).length && `path: ${literal(params)}`,
    Object.keys(query).length && `query: ${literal(query)}`,
  ].filter(Boolean);
  const head =
    "import { Suite } from 'workspace-suite-client';\n\nconst suite = new Suite({ baseUrl: process.env.SUITE!, apiKey: process.env.KEY });";
  const address = JSON.stringify(path).replaceAll("'", "\\'").replace(/^"|"$/g, "'");
  if (type && !type.includes('json')) {
    const isForm = type !== 'application/octet-stream';
    const kind = type === 'multipart/form-data' ? 'FormData' : 'URLSearchParams';
    const fields = Object.entries((body ?? {}) as object).map(([name, value]) => {
      const shown = name === 'file' ? `file, ${literal(value)}` : literal(textOf(value));
      return `body.append(${literal(name)}, ${shown});`;
    });
    const file = type.startsWith('application/x-www') ? [] : ["const file = await openAsBlob('plan.pdf'); // node:fs"];
    return [
      ...file,
      ...(isForm ? [`const body = new ${kind}();`, ...fields] : ['const body = file;']),
      `const answer = await fetch(process.env.SUITE + ${literal(addressOf(sample))}, {`,
      `  method: '${method}',`,
      ...(sample.isPublic ? [] : ["  headers: { 'X-API-Key': process.env.KEY! },"]),
      '  body,',
      '});',
    ].join('\n');
  }
  const options = [given.length && `params: { ${given.join(', ')} }`, type && `body: ${literal(body)}`].filter(Boolean);
  const call = `suite.${method.toLowerCase()}(${address}${options.length ? `, {\n  ${options.join(',\n  ')},\n}` : ''})`;
  return `${head}\n\nconst answer = await ${call};`;
}

/** A value as JavaScript: names without quotes where they need none, texts in single quotes. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(
    ([name, inner]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(inner)}`,
  );
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}

function python(sample: Sample, base: string): string {
  const { method, type, body, isPublic } = sample;
  const lines = [`    ${JSON.stringify(base + addressOf(sample))},`];
  if (!isPublic) lines.push('    headers={"X-API-Key": os.environ["API_KEY"]},');
  if (type === 'multipart/form-data') {
    const { file, ...rest } = body as Json;
    if (file !== undefined) lines.push('    files={"file": open("plan.pdf", "rb")},');
    if (Object.keys(rest).length) lines.push(`    data=${pythonic(rest)},`);
  } else if (type?.startsWith('application/x-www')) lines.push(`    data=${pythonic(body)},`);
  else if (type?.includes('json')) lines.push(`    json=${pythonic(body)},`);
  else if (type) lines.push('    data=open("plan.pdf", "rb"),');
  return [
    'import os',
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(`,
    ...lines,
    ')',
    'answer.raise_for_status()',
  ].join('\n');
}

function pythonic(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonic).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonic(inner)}`)
    .join(', ')}}`;
}
