import {
  Choice,
  type Destination,
  Flag,
  isTimeZone,
  ListOf,
  LongText,
  NestedList,
  rule,
  Text,
  Texts,
  Upload,
  ViewType,
} from '../../platform/index.js';
import { Import, ImportProblem } from './import.entity.js';
import { LEVELS } from './import.resource.js';

/** Bytes that a file may have: 1 GiB. */
export const MAX_FILE_BYTES = 2 ** 30;
/** Files of one import. */
export const MAX_FILES = 20;

export class CreateFileImport extends Upload {
  static override maxFiles = MAX_FILES;
  static override destination(): Destination {
    return {
      into: 'a new blob',
      minBytes: 0,
      maxBytes: MAX_FILE_BYTES,
      wrongSize: `The files must be at most ${MAX_FILE_BYTES} bytes together.`,
    };
  }

  @Text({
    max: 60,
    optional: true,
    example: 'jira',
    description:
      'Preset that reads the files, one of `GET /v1/imports/formats`. Default: by the names of the columns of each file.',
  })
  preset?: string;
  @Flag({ optional: true, description: 'Check the files without any change. Default: false.' }) dry_run?: boolean;
  @LongText({
    max: 65_536,
    optional: true,
    example: '{"Story points":"task.labels","Reporter":null}',
    description:
      'JSON object: the field (`<kind>.<field>`) that takes each column, on top of the preset; null: the column is not taken. ' +
      'A CSV that no preset reads is read by the fields of one kind alone. `GET /v1/imports/formats` has the fields; ' +
      '`<kind>.external_id` is the id in the other system.',
  })
  mapping?: string;
  @Texts({
    maxItems: 20,
    maxLength: 60,
    optional: true,
    example: ['contact.email'],
    description:
      'Fields (`<kind>.<field>`) by which records that are there already are found and changed, where their id in the other ' +
      'system is not known: `contact.email`, `contact.external_id`, `project.name`, `sprint.name`, `task.title`, `job.title`.',
  })
  match_by?: string[];
  @LongText({
    max: 262_144,
    optional: true,
    example: '{"grace@example.com":"invite","Ada L.":"usr_01jz8k3m5n7p9q1r3s5t7v9w1x"}',
    description:
      'JSON object: for each person as the files name them the id of a user, or `invite` for an invitation to their address.',
  })
  people?: string;
  @rule('invalid_value', isTimeZone, '$property must be the name of a time zone, such as Europe/Berlin.')
  @Text({
    max: 60,
    optional: true,
    example: 'Europe/Berlin',
    description: 'Time zone of times without one. Default: that of the workspace.',
  })
  time_zone?: string;
  @Choice(['day_first', 'month_first'], {
    optional: true,
    description: 'Order of day and month in dates such as 04/05/2026. Default: as other dates of the file show it.',
  })
  date_order?: 'day_first' | 'month_first';
  @Choice(['comma', 'point'], {
    optional: true,
    description: 'Sign before the decimals of numbers such as 12.500. Default: as other numbers of the file show it.',
  })
  decimal_separator?: 'comma' | 'point';
}

class ImportPreset {
  @Text({ example: 'jira', description: 'Id of the preset.' }) id: string;
  @Text({ example: 'Jira issues', description: 'Files that it reads.' }) title: string;
  @Text({ example: 'csv', description: 'Format: `csv`, `json`, `vcard` or `zip`.' }) format: string;
  @Texts({ maxItems: 20, maxLength: 60, example: ['task', 'comment'], description: 'Kinds of its records.' })
  kinds: string[];
}

export class ImportFieldView {
  @Text({ example: 'task.status', description: 'Field to which a column can be mapped.' }) name: string;
  @Text({ example: 'choice', description: 'How a cell is read: `text`, `date`, `user`, `record` and others.' })
  type: string;
  @Flag({ description: 'Whether each record needs it.' }) required: boolean;
  @Text({
    nullable: true,
    example: null,
    description: 'Field without which each record needs this one: a task has a project or a parent.',
  })
  required_unless: string | null;
  @Texts({
    nullable: true,
    maxItems: 100,
    maxLength: 60,
    example: ['todo', 'done'],
    description: 'Values of a choice.',
  })
  values: string[] | null;
  @Text({ nullable: true, example: null, description: 'Kind of the record that it names.' }) kind: string | null;
}

class ImportKindView {
  @Text({ example: 'task', description: 'Kind of records.' }) name: string;
  @Text({ example: 'tasks', description: 'Preset of CSV files with the names of fields as columns.' }) preset: string;
  @Texts({ maxItems: 20, maxLength: 60, example: ['task.title'], description: 'Fields for `match_by`.' })
  match_by: string[];
  @Flag({ description: 'Whether `<kind>.custom_fields.<name>` takes further columns.' }) custom_fields: boolean;
  @NestedList(() => ImportFieldView, { description: 'Fields to which the columns of a CSV can be mapped.' })
  fields: ImportFieldView[];
}

export class ImportFormats {
  @NestedList(() => ImportPreset, { description: 'Presets, those of other systems first.' }) presets: ImportPreset[];
  @NestedList(() => ImportKindView, { description: 'Kinds of records to which the columns of any CSV can be mapped.' })
  kinds: ImportKindView[];
}

export class FileImportQuery extends ListOf(Import, { filter: ['status', 'sample'], sort: ['created_at'] }) {}

const item = [
  'id',
  'status',
  'dry_run',
  'sample',
  'files',
  'counts',
  'row_count',
  'processed_count',
  'waiting_count',
  'problem_count',
  'undone_count',
  'kept_count',
  'error',
  'created_by',
  'created_at',
  'updated_at',
  'completed_at',
  'undo_until',
  'expires_at',
] as const;

/** An import in a list. */
export class FileImportItem extends ViewType(Import, item) {}

export class FileImportView extends ViewType(Import, [
  ...item,
  'match_by',
  'time_zone',
  'mapping',
  'people',
  'preview',
  'not_taken',
  'revision',
]) {}

export class ImportProblemQuery extends ListOf(ImportProblem, { sort: ['created_at'], defaultSort: 'created_at:asc' }) {
  @Choice(LEVELS, { optional: true, description: 'Only entries of this level.' }) level?: string;
}

export class ImportProblemView extends ViewType(ImportProblem, [
  'id',
  'level',
  'file',
  'line',
  'kind',
  'field',
  'code',
  'message',
]) {}
