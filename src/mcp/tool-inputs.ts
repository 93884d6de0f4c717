import { Flag, FreeObject, Int, LongText, NestedList, Text } from '../platform/index.js';

/** Maximum and default number of records in one answer. */
export const MAX_RECORDS = 100;
const USUAL_RECORDS = 25;

/** Characters of data in one answer: what fits into the context of a model beside others, and the most. */
export const USUAL_CHARACTERS = 40_000;
export const MAX_CHARACTERS = 256 * 1024;

const type = () => Text({ description: 'Type of record.' });
const parent = () => Text({ optional: true, description: 'Id of the record that it belongs to.' });
const ifMatch = () => Text({ optional: true, description: 'ETag of a get: fails if it has changed since.' });
const once = () => Text({ optional: true, description: 'A repeated call with the same key runs once.' });

const dryRun = () => Flag({ optional: true, description: 'Only says what would change.' });

const characters = () =>
  Int({
    min: 1_000,
    max: MAX_CHARACTERS,
    optional: true,
    description: `Most characters of the answer; default ${USUAL_CHARACTERS}.`,
  });
const only = () => Text({ max: 2_000, optional: true, description: 'Only these fields: id,title.' });
const include = () => Text({ max: 500, optional: true, description: 'Related records to add; see describe.' });

export class NoInput {}

export class DescribeInput {
  @Text({ optional: true, description: 'Type of record. Without it: all types.' }) type?: string;
}

export class SearchInput {
  @Text({ description: 'Words, or beginnings of words.' }) q: string;
  @Text({ max: 2_000, optional: true, description: 'Types, separated by commas.' }) types?: string;
  @Int({ optional: true, description: 'Results of each type: 1 to 5, or to 100 of one type.' }) limit?: number;
}

export class ListInput {
  @type() type: string;
  @Text({ optional: true, description: 'Another list of the type; see describe.' }) view?: string;
  @parent() parent_id?: string;
  @FreeObject({ optional: true, description: 'Filters, q and sort; see describe.' }) query?: object;
  @FreeObject({ optional: true, description: 'Condition: {"value": {"gte": 100}}; see describe.' }) where?: object;
  @only() fields?: string;
  @include() include?: string;
  @Int({ min: 1, max: MAX_RECORDS, optional: true, description: `Default ${USUAL_RECORDS}.` }) limit = USUAL_RECORDS;
  @Text({ max: 4_096, optional: true, description: 'next_cursor of the page before.' }) cursor?: string;
  @characters() max_characters = USUAL_CHARACTERS;
}

export class GetInput {
  @type() type: string;
  @Text({ optional: true, description: 'A report or part of it; see describe.' }) view?: string;
  @Text({ optional: true }) id?: string;
  @parent() parent_id?: string;
  @FreeObject({ optional: true, description: 'Parameters; see describe.' }) query?: object;
  @only() fields?: string;
  @include() include?: string;
  @Text({ optional: true, description: 'Only this text or list, to go on where an answer was cut.' }) field?: string;
  @Int({ min: 0, optional: true, description: 'Where to go on in field.' }) offset = 0;
  @characters() max_characters = USUAL_CHARACTERS;
}

export class CreateInput {
  @type() type: string;
  @parent() parent_id?: string;
  @FreeObject({ description: 'Values; see describe.' }) fields: object;
  @once() idempotency_key?: string;
  @dryRun() dry_run?: boolean;
}

export class UpdateInput {
  @type() type: string;
  @Text({ optional: true }) id?: string;
  @parent() parent_id?: string;
  @FreeObject({ description: 'The values to change.' }) fields: object;
  @ifMatch() if_match?: string;
  @dryRun() dry_run?: boolean;
}

export class ActInput {
  @type() type: string;
  @Text({ description: 'Such as close, publish or restore; see describe.' }) action: string;
  @Text({ optional: true }) id?: string;
  @parent() parent_id?: string;
  @FreeObject({ optional: true, description: 'Values; see describe.' }) fields: object = {};
  @ifMatch() if_match?: string;
  @once() idempotency_key?: string;
  @dryRun() dry_run?: boolean;
}

export class DeleteInput {
  @type() type: string;
  @Text({ optional: true, description: 'A part, such as members; see describe.' }) view?: string;
  @Text({ optional: true }) id?: string;
  @parent() parent_id?: string;
  @FreeObject({ optional: true, description: 'Values; see describe.' }) fields?: object;
  @ifMatch() if_match?: string;
  @dryRun() dry_run?: boolean;
}

export class BatchedRequest {
  @Text() method: string;
  @Text({ max: 8_000 }) path: string;
  @FreeObject({ optional: true }) body?: object;
  @FreeObject({ optional: true }) headers?: object;
  @Text({ max: 50, optional: true }) ref?: string;
}

export class BatchInput {
  @NestedList(() => BatchedRequest, {
    maxItems: 100,
    description:
      'Requests: method, path (/v1/…), body, headers, ref. {"$ref": "a.id"} in a later body, or {a.id} in its path, is of the answer with ref a.',
  })
  operations: BatchedRequest[];
  @dryRun() dry_run?: boolean;
  @once() idempotency_key?: string;
}

export class HistoryInput {
  @Text({ description: 'Id of the record.' }) id: string;
  @Int({ min: 1, max: MAX_RECORDS, optional: true, description: `Default ${USUAL_RECORDS}.` }) limit = USUAL_RECORDS;
  @Text({ max: 4_096, optional: true, description: 'next_cursor of the page before.' }) cursor?: string;
  @characters() max_characters = USUAL_CHARACTERS;
}

export class UploadTextInput {
  @Text({ description: 'File name with its ending.' }) name: string;
  @LongText({ max: 500_000, description: 'Contents.' }) text: string;
  @Text({ optional: true, description: 'Default: text/plain.' }) mime_type = 'text/plain';
  @once() idempotency_key?: string;
}
