import {
  Choice,
  Flag,
  FreeObject,
  type Holder,
  Id,
  Int,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { IMPORT_STATUSES, imports, LEVELS, problems } from './import.resource.js';

export class ImportedFile {
  @Text({ example: 'jira.csv', description: 'Name of the file.' }) name: string;
  @Text({ example: 'jira', description: 'Preset that reads the file.' }) preset: string;
  @Int({ min: 0, big: true, description: 'Size in bytes.' }) size_bytes: number;
  @Int({ min: 0, nullable: true, description: 'Number of rows; null until the file has been checked.' })
  row_count: number | null;
  @Texts({
    maxItems: 1000,
    maxLength: 60,
    example: ['task.title'],
    description: 'Fields that its columns can be mapped to, beside custom fields.',
  })
  fields: string[];
}

export class MappedColumn {
  @Text({ example: 'jira.csv', description: 'Name of the file.' }) file: string;
  @Text({ max: 1000, example: 'Summary', description: 'Column of the file.' }) column: string;
  @Text({ nullable: true, example: 'task.title', description: 'Field that takes the column; null if none does.' })
  field: string | null;
  @Text({ nullable: true, max: 1000, example: 'Build the shop', description: 'First value of the column.' })
  example: string | null;
}

export class ForeignPerson {
  @Text({ example: 'ada@example.com', description: 'The person as the file names them: an address or a name.' })
  name: string;
  @Id('usr', { nullable: true, description: 'User who takes their place; null if unknown.' }) user_id: string | null;
  @Text({
    nullable: true,
    example: 'email',
    description:
      'How the user was found: `id`, `email`, `name`, `people` (as the request says) or `invite`; null if not found.',
  })
  found_by: string | null;
  @Int({ min: 0, description: 'Number of values that name them so far.' }) count: number;
}

export class PreviewedItem {
  @Text({ example: 'jira.csv', description: 'Name of the file.' }) file: string;
  @Int({ min: 1, description: 'Line of the file where the row begins, from 1.' }) line: number;
  @Text({ example: 'task', description: 'Kind of the record.' }) kind: string;
  @Text({ nullable: true, max: 1000, example: 'jira:WEB-1', description: 'Id in the other system.' })
  external_id: string | null;
  @FreeObject({ example: { title: 'Build the shop' }, description: 'Values of its fields.' })
  values: Record<string, unknown>;
}

export class KindCount {
  @Text({ example: 'task', description: 'Kind of records.' }) kind: string;
  @Int({ min: 0, description: 'Number of created records.' }) created: number;
  @Int({ min: 0, description: 'Number of changed records.' }) updated: number;
  @Int({ min: 0, description: 'Number of records that were there already with the same values.' }) skipped: number;
  @Int({ min: 0, description: 'Number of records that were refused.' }) failed: number;
}

export class NotTaken {
  @Text({ example: 'jira.csv', description: 'Name of the file.' }) file: string;
  @Text({ max: 1000, example: 'Attachment', description: 'Column of the file.' }) column: string;
  @Text({ max: 1000, example: 'Attachments are not imported.', description: 'Reason.' }) reason: string;
  @Int({ min: 0, nullable: true, description: 'Number of rows with a value; null until the file has been checked.' })
  count: number | null;
}

/** Facts of the files for the worker, in their order. */
export interface FileSources {
  blobs: string[];
  /** Whether the day stands before the month in dates such as 04/05/2026. */
  day_first: boolean[];
  /** Whether the request says so, so that the dates of the files do not. */
  fixed: boolean;
  /** Whether a comma stands before decimals in numbers such as 12,500. */
  decimal_comma: boolean[];
  /** The sign that the request gives. */
  decimal_separator?: 'comma' | 'point';
}

@ResourceEntity(imports, 'imports')
export class Import extends RecordEntity {
  @Choice(IMPORT_STATUSES, { default: 'pending', description: 'Status of the import.' }) status: string;
  @Flag({ default: false, description: 'Whether the import only checks, without any change.' }) dry_run: boolean;
  @Flag({ default: false, description: 'Whether the records are sample data of the server.' }) sample: boolean;
  @NestedList(() => ImportedFile, { description: 'Files, in the order in which they are read.' }) files: ImportedFile[];
  @FreeObject() sources: FileSources;
  @Texts({
    maxItems: 20,
    maxLength: 60,
    default: [],
    example: ['contact.email'],
    description: 'Fields by which records that are there already are found, beside their ids in the other system.',
  })
  match_by: string[];
  @Text({ max: 60, default: 'UTC', example: 'Europe/Berlin', description: 'Time zone of times without one.' })
  time_zone: string;
  @NestedList(() => MappedColumn, {
    default: [],
    audit: 'digest',
    description: 'Columns of the files and the fields that take them.',
  })
  mapping: MappedColumn[];
  @NestedList(() => ForeignPerson, {
    default: [],
    audit: 'digest',
    description: 'People named in the files: the first 1000.',
  })
  people: ForeignPerson[];
  @NestedList(() => PreviewedItem, { default: [], audit: 'digest', description: 'First records of the files.' })
  preview: PreviewedItem[];
  @NestedList(() => KindCount, { default: [], description: 'Results by kind of records.' }) counts: KindCount[];
  @NestedList(() => NotTaken, { default: [], description: 'Columns that no field takes, with the reason.' })
  not_taken: NotTaken[];
  @Int({ min: 0, nullable: true, description: 'Number of rows of all files; null until they have been checked.' })
  row_count: number | null;
  @Int({ min: 0, default: 0, description: 'Number of processed rows.' }) processed_count: number;
  @Int({
    min: 0,
    default: 0,
    description: 'Number of records that wait for others which they name, such as a parent task further down.',
  })
  waiting_count: number;
  @Int({ min: 0, default: 0, description: 'Number of entries in the list of errors.' }) problem_count: number;
  @Int({ min: 0, default: 0, description: 'Number of records that an undo has removed.' }) undone_count: number;
  @Int({ min: 0, default: 0, description: 'Number of records that an undo has kept.' }) kept_count: number;
  @Text({ nullable: true, max: 1000, description: 'Reason of the failure. Rows processed before it are kept.' })
  error: string | null;
  @Timestamp({ nullable: true, description: 'Time of its end.' }) completed_at: string | null;
  @Timestamp({ nullable: true, description: 'Time until which the import can be undone.' }) undo_until: string | null;
  @Timestamp({ nullable: true, description: 'Time when the import and its result are removed; null until it ends.' })
  expires_at: string | null;
  @Id('usr', { nullable: true, description: 'User who started the import; owner of what the files give no owner.' })
  created_by: string | null;
  /** Of its records. */
  @Texts({ maxItems: 10, maxLength: 20 }) apps: string[];
  /** The credential in whose name records are written. */
  @FreeObject() credential: Holder;
  /** Options of the request: columns and fields, people and users. */
  @FreeObject() options: { mapping: Record<string, string | null>; people: Record<string, string> };
  /** The file that is read, and its rows that have been; the files are behind when all are. */
  @Int({ default: 0 }) file_index: number;
  @Int({ default: 0 }) file_rows: number;
  /** Whether a worker removes what it made, or has begun to. */
  @Flag({ default: false }) undo_started: boolean;
  /** Until when the worker that reads it need not be thought dead. It changes without a new revision, as the counts do. */
  @Timestamp({ nullable: true }) lease_until: string | null;
  /** Workers that have begun since it was last a portion further. */
  @Int({ default: 0 }) attempts: number;
}

@ResourceEntity(problems, 'import_problems')
export class ImportProblem extends RecordEntity {
  @Id('imf', { description: 'Import.' }) import_id: string;
  @Choice(LEVELS, {
    description:
      '`error`: the record was refused; `warning`: it was taken without the value; `skipped`: nothing to do.',
  })
  level: string;
  @Text({ example: 'jira.csv', description: 'Name of the file.' }) file: string;
  @Int({ min: 0, description: 'Line of the file where the row begins, from 1; 0 for the file.' }) line: number;
  @Text({
    nullable: true,
    max: 1000,
    example: 'due_date',
    description: 'Field of the record, or column of the file; null for the whole row.',
  })
  field: string | null;
  @Text({ example: 'task', description: 'Kind of the record.' }) kind: string;
  @Text({ example: 'invalid_format', description: 'Rule, as in the details of an error.' }) code: string;
  @Text({ max: 2000, example: 'due_date must be a date.', description: 'Human-readable message.' }) message: string;
}
