import type { CallToolResult } from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import { ApiError, currentContext, type InjectedAnswer, invalidField, type Json, read } from '../platform/index.js';
import { dataAnswer, errorAnswer, partAnswer, recordAnswer, refusalAnswer, size } from './answers.js';
import { ApiCalls, type Named } from './api-calls.js';
import { Catalogue } from './catalogue.js';
import { describeType, describeTypes } from './describe.js';
import * as inputs from './tool-inputs.js';
import { type ToolName, TOOLS } from './tools.js';

/** Result of a tool call. */
export interface Outcome {
  result: CallToolResult;
  /** The missing scope, if the route failed for it. */
  lacks?: string;
}

/** Runs tools. Each makes one or more requests to routes of the API. */
@Injectable()
export class ToolRunner {
  constructor(
    private readonly calls: ApiCalls,
    private readonly catalogue: Catalogue,
  ) {}

  async run(tool: ToolName, given: unknown): Promise<Outcome> {
    try {
      const input = read<object>(TOOLS[tool].input, given ?? {}, { strict: true });
      return { result: await this.#tools[tool](input as never) };
    } catch (error) {
      if (error instanceof Refused) return { result: error.result, lacks: error.lacks };
      if (error instanceof ApiError) return { result: refusalAnswer(error) };
      throw error;
    }
  }

  readonly #tools: Record<ToolName, (input: any) => Promise<CallToolResult>> = {
    whoami: () => this.#whoAmI(),
    describe: (input) => this.#describe(input),
    search: (input) => this.#search(input),
    list: (input) => this.#list(input),
    get: (input) => this.#get(input),
    create: ({ fields, ...input }: inputs.CreateInput) => this.#write('create', input, { ...input, fields }),
    update: ({ fields, ...input }: inputs.UpdateInput) => this.#write('update', input, { ...input, fields }),
    act: ({ action, fields, ...input }: inputs.ActInput) =>
      this.#write('act', { ...input, name: action, nameIn: 'action' }, { ...input, fields }),
    delete: ({ view, fields, ...input }: inputs.DeleteInput) =>
      this.#write('delete', { ...input, name: view }, { ...input, fields }),
    batch: (input) => this.#batch(input),
    history: (input) => this.#history(input),
    upload_text: (input) => this.#upload(input),
  };

  async #whoAmI(): Promise<CallToolResult> {
    const { kind, id, workspace_id, scopes, actor } = currentContext().credential!;
    if (kind !== 'user') return dataAnswer({ kind, id, workspace_id, scopes: [...scopes].toSorted() });
    const me = bodyOf(await this.calls.send('GET', '/v1/access/me'));
    return dataAnswer({ ...me, ...(actor.via && { app: actor.via }) });
  }

  async #describe({ type }: inputs.DescribeInput): Promise<CallToolResult> {
    const { isOperator } = currentContext().credential!;
    const types = describeTypes(this.catalogue, isOperator);
    const described = type === undefined ? types : describeType(this.catalogue, type, isOperator);
    if (!described)
      throw invalidField('type', 'invalid_value', `type must be one of: ${Object.keys(types).join(', ')}.`);
    return { content: [{ type: 'text', text: JSON.stringify(described) }] };
  }

  async #search(input: inputs.SearchInput): Promise<CallToolResult> {
    return this.#show(await this.calls.send('GET', '/v1/search', { query: defined(input) }));
  }

  async #list({ view, query, where, fields, include, limit, cursor, max_characters, ...named }: inputs.ListInput) {
    const operation = this.calls.operationOf('list', { ...named, name: view });
    const asked = { ...query, ...defined({ where, fields, include }) };
    const ask = (page: object) => this.calls.run(operation, named, { query: { ...asked, ...page } });
    return this.#page({ limit, cursor, max_characters }, ask);
  }

  async #history({ id, ...page }: inputs.HistoryInput): Promise<CallToolResult> {
    return this.#page(page, (asked) =>
      this.calls.send('GET', '/v1/guard/audit-logs', { query: { resource_id: id, ...asked } }),
    );
  }

  /** A page. If it is too large, it is requested again with fewer records, so that its cursor continues after the last one shown. */
  async #page(
    { limit, cursor, max_characters: most }: Pick<inputs.ListInput, 'limit' | 'cursor' | 'max_characters'>,
    ask: (page: object) => Promise<InjectedAnswer>,
  ): Promise<CallToolResult> {
    const answered = bodyOf(await ask(defined({ limit, cursor })));
    const page: Json = { ...answered, data: answered.data.map(withoutEmpty) };
    const characters = size(page);
    if (characters > most && page.data.length > 1) {
      const fewer = Math.max(1, Math.floor((page.data.length * most * 0.8) / characters));
      return this.#page({ limit: Math.min(fewer, page.data.length - 1), cursor, max_characters: most }, ask);
    }
    const next = page.meta.next_cursor ? ['There are more: call again with cursor set to next_cursor.'] : [];
    return recordAnswer(page, most, () => 'get of the record shows more.', ...next);
  }

  async #get({ view, query, fields, include, field, offset, max_characters, ...named }: inputs.GetInput) {
    const operation = this.calls.operationOf('get', { ...named, name: view });
    const answer = await this.calls.run(operation, named, { query: { ...query, ...defined({ fields, include }) } });
    if (field !== undefined) return partAnswer(bodyOf(answer), field, offset, max_characters);
    return this.#show(answer, max_characters);
  }

  async #write(verb: 'create' | 'update' | 'act' | 'delete', named: Named, sent: object): Promise<CallToolResult> {
    const operation = this.calls.operationOf(verb, named);
    return this.#show(await this.calls.run(operation, named, sent));
  }

  async #batch({ idempotency_key, ...fields }: inputs.BatchInput): Promise<CallToolResult> {
    return this.#show(await this.calls.send('POST', '/v1/batch', { fields: defined(fields), idempotency_key }));
  }

  async #upload({ name, text, mime_type, idempotency_key }: inputs.UploadTextInput): Promise<CallToolResult> {
    const form = new FormData();
    form.append('file', new File([text], name, { type: mime_type }));
    const sent = new Response(form);
    return this.#show(
      await this.calls.sendForm(
        '/v1/office/files',
        sent.headers.get('content-type')!,
        Buffer.from(await sent.arrayBuffer()),
        idempotency_key,
      ),
    );
  }

  #show(answer: InjectedAnswer, characters = inputs.USUAL_CHARACTERS): CallToolResult {
    const body = bodyOf(answer);
    if (!answer.body) return { content: [{ type: 'text', text: 'Done.' }] };
    const etag = answer.headers.etag;
    const notes = etag ? [`if_match of this state: ${etag}`] : [];
    return recordAnswer(
      body,
      characters,
      ({ field, shown }) => `Go on by get with field ${field} and offset ${shown}.`,
      ...notes,
    );
  }
}

/** Error response of a route. */
class Refused extends Error {
  constructor(
    readonly result: CallToolResult,
    readonly lacks?: string,
  ) {
    super();
  }
}

/** JSON or text of a successful response. An error response is thrown, and becomes the answer to the model. */
function bodyOf({ status, headers, body }: InjectedAnswer): Json {
  if (status < 400 && body && !headers['content-type']?.includes('json')) return { text: body };
  const answer = status < 400 ? ((body ? JSON.parse(body) : {}) as Json) : null;
  if (status === 202 && answer?.review_id)
    return {
      ...answer,
      next: 'Nothing was changed yet: a policy of the workspace asks for an approval. Tell the person that it waits; the change is made once it is approved. Do not try another way around.',
    };
  if (answer) return answer;
  const { error } = JSON.parse(body) as Json;
  const lacks = / scope="([^"]+)"/.exec(headers['www-authenticate'] ?? '')?.[1];
  throw new Refused(errorAnswer(status, error, headers['retry-after']), lacks);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && !Object.keys(value).length);

/** A record of a list without its empty fields, which would take a large part of the context of a model. */
const withoutEmpty = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => !isEmpty(value)));

const defined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
