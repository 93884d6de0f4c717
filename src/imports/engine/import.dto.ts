import {
  Choice,
  type Destination,
  Flag,
  isTimeZone,
  ListOf,
  LongText,
  rule,
  Text,
  Texts,
  Upload,
  ViewType,
} from '../../platform/index.js';
import { Import, ImportProblem } from './import.entity.js';
import { LEVELS } from './import.resource.js';
import { PRESET_IDS } from '../presets/index.js';

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

  @Choice(PRESET_IDS, {
    optional: true,
    description: 'Preset that reads the files. Default: by the names of the columns of each file.',
  })
  preset?: string;
  @Flag({ optional: true, description: 'Check the files without any change. Default: false.' }) dry_run?: boolean;
  @LongText({
    max: 65_536,
    optional: true,
    example: '{"Story points":"task.labels","Reporter":null}',
    description:
      'JSON object: the field (`<kind>.<field>`) that takes each column, on top of the preset; null: the column is not taken. ' +
      'A CSV that no preset reads is read by the fields of one kind alone.',
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

export class FileImportQuery extends ListOf(Import, { filter: ['status'], sort: ['created_at'] }) {}

const item = [
  'id',
  'status',
  'dry_run',
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
