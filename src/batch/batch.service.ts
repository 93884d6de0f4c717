import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import {
  ApiError,
  apiErrorOf,
  currentContext,
  type Detail,
  errorBody,
  type InjectedAnswer,
  Injection,
  invalid,
  invalidField,
  Reply,
  type RequestContext,
} from '../platform/index.js';
import type { Batch, BatchOperation } from './batch.dto.js';
import { fieldAt, filledBody, filledPath, type Reference, referencesIn } from './references.js';

/** Characters of all answers together. An atomic batch that passes them is undone; another one begins no further operation. */
const MAX_CHARACTERS = 16 * 2 ** 20;

/** Characters of a value that a reference stands for, because a small batch could repeat a large one very often. */
const MAX_VALUE_CHARACTERS = 1_000;

/** Headers of an operation, with those of its answer that a result shows. */
const REQUEST_HEADERS = ['if-match', 'prefer'];
const RESULT_HEADERS = {
  etag: 'ETag',
  location: 'Location',
  'retry-after': 'Retry-After',
  'www-authenticate': 'WWW-Authenticate',
  'preference-applied': 'Preference-Applied',
  'idempotency-replayed': 'Idempotency-Replayed',
} as const;

/** Runs the operations of a batch one after the other, through the request path. */
@Injectable()
export class BatchService {
  constructor(private readonly injection: Injection) {}

  async run({ atomic, operations }: Batch): Promise<Reply> {
    const context = currentContext();
    refuse(operations);
    if (!atomic && context.tried)
      throw invalidField(
        'dry_run',
        'invalid_value',
        'Only an atomic batch is tried as a whole. Send Prefer: dry-run with operations.',
      );
    const answers = new Map<string, string>();
    const results: string[] = [];
    let characters = 0;
    for (const [index, operation] of operations.entries()) {
      if (atomic) context.failed = { operation: index, entry: null, conflict: null };
      const answer =
        characters > MAX_CHARACTERS
          ? answerOf(noRoom())
          : await this.#answerTo(operation, answers, keyOf(context, index, atomic));
      if (atomic && answer.status >= 400) throw errorOf(answer, context);
      const result = resultOf(operation, answer);
      characters += result.length;
      if (atomic && characters > MAX_CHARACTERS)
        throw invalidField(
          `operations[${index}]`,
          'too_large',
          'The answers of the batch pass 16 MB. Send fewer operations.',
        );
      results.push(result);
      if (operation.ref && answer.status < 400) answers.set(operation.ref, answer.body);
    }
    context.failed = null;
    return new Reply(atomic ? 200 : 207, {}, `{"results":[${results.join(',')}]}`);
  }

  /** Answers as the route does, or with an error of the operation itself. */
  async #answerTo(
    { method, path, body, headers = {} }: BatchOperation,
    answers: ReadonlyMap<string, string>,
    key: string | null,
  ): Promise<InjectedAnswer> {
    const parsed = new Map<string, unknown>();
    const valueOf = ({ ref, steps }: Reference): unknown => {
      const text = answers.get(ref);
      if (text === undefined)
        throw invalidField('$ref', 'not_found', `The operation ${ref} failed, so nothing can refer to it.`);
      if (!parsed.has(ref)) parsed.set(ref, text === '' ? null : JSON.parse(text));
      const value = fieldAt(parsed.get(ref), steps);
      const name = [ref, ...steps].join('.');
      if (value === undefined) throw invalidField('$ref', 'not_found', `There is no ${name} in the answer to ${ref}.`);
      if (typeof value === 'object' || String(value).length > MAX_VALUE_CHARACTERS)
        throw invalidField('$ref', 'invalid_value', `${name} is not an id or another short value.`);
      return value;
    };
    try {
      const answer = await this.injection.run({
        method,
        url: filledPath(path, valueOf),
        headers: {
          ...lowerCased(headers),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && method === 'POST' && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(filledBody(body, valueOf)) }),
        inBatch: true,
      });
      if (answer.body === '' || answer.headers['content-type']?.startsWith('application/json')) return answer;
      throw invalidField('path', 'invalid_value', `${method} ${path} cannot be in a batch: its answer is no JSON.`);
    } catch (thrown) {
      const error = apiErrorOf(thrown);
      if (!error) throw thrown;
      return answerOf(error);
    }
  }
}

/** 400 for operations that cannot be sent: wrong headers, and references to nothing that comes before. */
function refuse(operations: readonly BatchOperation[]): void {
  const problems: Detail[] = [];
  const before = new Set<string>();
  for (const [index, { path, body, headers = {}, ref }] of operations.entries()) {
    const problem = (name: string, code: Detail['code'], message: string) =>
      problems.push({ field: `operations[${index}].${name}`, code, message });
    if (!path.startsWith('/v1/')) problem('path', 'invalid_format', 'path must begin with /v1/.');
    for (const [name, value] of Object.entries(headers))
      if (!REQUEST_HEADERS.includes(name.toLowerCase()) || typeof value !== 'string')
        problem(`headers.${name}`, 'invalid_value', 'An operation may have the headers If-Match and Prefer, as texts.');
    for (const reference of referencesIn(path, body)) {
      if (!reference) problem('body', 'invalid_format', 'A reference is ref and field: contact.id.');
      else if (!before.has(reference.ref))
        problem('body', 'not_found', `No operation before this one has the ref ${reference.ref}.`);
    }
    if (ref === undefined) continue;
    if (!/^\w+$/.test(ref)) problem('ref', 'invalid_format', 'ref may have letters, digits and underscores.');
    if (before.has(ref)) problem('ref', 'duplicate', `Two operations have the ref ${ref}.`);
    before.add(ref);
  }
  if (problems.length) throw invalid(problems);
}

/** The key of an operation that commits by itself, made from the key of the batch, so that a repeated batch does none twice. */
function keyOf({ exchange }: RequestContext, index: number, atomic: boolean): string | null {
  const key = exchange!.request.headers['idempotency-key'];
  if (atomic || key === undefined) return null;
  return `batch ${createHash('sha256').update(String(key)).digest('base64url')} ${index}`;
}

const lowerCased = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]));

/** The error of an operation as that of the batch. A conflict is thrown as it was, so that the batch is run again. */
function errorOf({ status, headers, body }: InjectedAnswer, { failed }: RequestContext): unknown {
  if (failed!.conflict) return failed!.conflict;
  const { error } = JSON.parse(body) as { error: { code: string; message: string; details?: Detail[] } };
  const { 'Retry-After': after, 'WWW-Authenticate': challenge } = shownHeaders(headers);
  return new ApiError(
    status as ApiError['status'],
    error.message,
    error.details,
    { ...(after && { 'Retry-After': after }), ...(challenge && { 'WWW-Authenticate': challenge }) },
    error.code,
  );
}

const resultOf = ({ ref }: BatchOperation, { status, headers, body }: InjectedAnswer): string =>
  `{"ref":${JSON.stringify(ref ?? null)},"status":${status},"headers":${JSON.stringify(shownHeaders(headers))},"body":${body || 'null'}}`;

const shownHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(RESULT_HEADERS).flatMap(([name, shown]) => (headers[name] ? [[shown, headers[name]]] : [])),
  );

const answerOf = (error: ApiError): InjectedAnswer => ({
  status: error.status,
  headers: {},
  body: errorBody(error, currentContext().requestId),
});

/** An operation is not begun rather than done without an answer: what is done, the answer of the batch shows. */
const noRoom = (): ApiError =>
  invalidField(
    'operations',
    'too_large',
    'This was not done, because the answers before it pass the 16 MB of a batch. Send it in another one.',
  );
