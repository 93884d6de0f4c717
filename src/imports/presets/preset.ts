import { createHash } from 'node:crypto';
import type { ImportedBytes } from '../../platform/index.js';
import type { Locale } from '../convert/conversion.js';

/** A row of a file: the texts of its columns, of which several may have one name. */
export class SourceRow {
  /** Its bytes, once they have been read; in a real import they are in the store. */
  stored: ImportedBytes | undefined;

  constructor(
    /** Line of the file where it begins, from 1. */
    readonly line: number,
    readonly cells: ReadonlyMap<string, readonly string[]>,
    /** Bytes of it where they are many, as those of a page. */
    readonly size = 0,
    /** The bytes of a file, until the next row is read. */
    readonly bytes: AsyncIterable<Buffer> | null = null,
  ) {}

  /** The first text under one of these columns that is not blank. */
  get(...columns: readonly string[]): string {
    for (const column of columns) {
      const text = this.cells.get(column)?.find((cell) => cell.trim() !== '');
      if (text !== undefined) return text.trim();
    }
    return '';
  }

  /** All texts under a column that are not blank. */
  all(column: string): string[] {
    return (this.cells.get(column) ?? []).map((cell) => cell.trim()).filter(Boolean);
  }

  /** An id for rows of systems that give none: equal rows have the same. */
  digest(...columns: readonly string[]): string {
    return digestOf(JSON.stringify(columns.map((column) => this.all(column).join('\n'))));
  }
}

/** A short text that stands for a long one. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** How a field of a record comes from a row. */
export interface FieldSource {
  /** Columns; by default the first one that is not blank is converted by the type of the field. */
  from: readonly string[];
  /** Makes the value otherwise. Undefined: the row says nothing. */
  to?: (row: SourceRow, locale: Locale, each: string) => unknown;
}

/** A record that a row of the file describes. */
export interface ItemSource {
  kind: string;
  /** Its id in the other system; null: the row describes none. */
  id: (row: SourceRow, each: string) => string | null;
  /** Columns that are this id and nothing else. */
  idFrom?: readonly string[];
  /** Ids under which another file may have named it before, for the same record. */
  same?: (row: SourceRow) => string[];
  /** Further ids by which other rows name it. */
  aliases?: (row: SourceRow) => string[];
  /** The row only names it: it is made where it is missing, and never changed. */
  named?: true;
  /** Field by which a record that is there already takes its place. */
  match?: string;
  /** One for each text of this column. */
  each?: string;
  fields: Readonly<Record<string, FieldSource>>;
}

/** How the files of another system are read. */
export interface Preset {
  id: string;
  title: string;
  /** The system in `external_id`. Default: the id. */
  system?: string;
  format: 'csv' | 'json' | 'vcard' | 'zip';
  /** The file, in the words of the other system. */
  file: string;
  /** Columns that its header has, all of them; `a|b` stands for either. */
  header: readonly string[];
  /** Kinds of records, those that a row is about before those that it names. */
  items: readonly ItemSource[];
  /** Columns that no field takes, with the reason. Others are custom fields, or listed without one. */
  notTaken: Readonly<Record<string, string>>;
  /** Rows that are left out, with the reason. */
  skip?: (row: SourceRow) => string | null;
  /** Kind of records that keeps columns which nothing else takes as custom fields. */
  custom?: string;
  /** Of zips: each file is a row with its bytes. Otherwise its pages are. */
  ofFiles?: true;
  /** Of JSON and vCard: the rows that a document has. */
  rows?: (document: any) => Iterable<SourceRow>;
}

/** A field that takes the first of these columns that is not blank. */
export const from = (...columns: string[]): FieldSource => ({ from: columns });

/** A field that is made of columns by a function. */
export const made = (columns: readonly string[], to: FieldSource['to']): FieldSource => ({ from: columns, to });

/** A field that has the same value for each record. */
export const always = (value: unknown): FieldSource => ({ from: [], to: () => value });

/** A choice by the words of the other system (lower case); `otherwise` for those that are not listed. */
export const choice = (
  columns: readonly string[],
  words: Readonly<Record<string, string>>,
  otherwise?: string,
): FieldSource => made(columns, (row) => wordIn(row.get(...columns), words, otherwise));

export function wordIn(text: string, words: Readonly<Record<string, string>>, otherwise?: string): string | undefined {
  if (!text) return undefined;
  return Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : otherwise;
}

/** A record that is named by its id in the other system. */
export const record = (columns: readonly string[], id: (row: SourceRow, each: string) => string | null): FieldSource =>
  made(columns, (row, _, each) => {
    const named = id(row, each);
    return named === null ? undefined : { record: named };
  });

/** States of tasks in the words of project tools. What is not listed is to do, and stays as a label. */
export const TASK_STATUSES: Readonly<Record<string, string>> = {
  backlog: 'todo',
  'to do': 'todo',
  todo: 'todo',
  open: 'todo',
  new: 'todo',
  triage: 'todo',
  reopened: 'todo',
  'selected for development': 'todo',
  'zu erledigen': 'todo',
  'in progress': 'in_progress',
  doing: 'in_progress',
  started: 'in_progress',
  'in arbeit': 'in_progress',
  'in bearbeitung': 'in_progress',
  'in review': 'in_review',
  review: 'in_review',
  'code review': 'in_review',
  testing: 'in_review',
  qa: 'in_review',
  done: 'done',
  closed: 'done',
  resolved: 'done',
  complete: 'done',
  completed: 'done',
  fertig: 'done',
  erledigt: 'done',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  duplicate: 'cancelled',
  "won't do": 'cancelled',
  "won't fix": 'cancelled',
  abgebrochen: 'cancelled',
};

export const PRIORITIES: Readonly<Record<string, string>> = {
  urgent: 'urgent',
  highest: 'urgent',
  blocker: 'urgent',
  critical: 'urgent',
  high: 'high',
  major: 'high',
  hoch: 'high',
  medium: 'medium',
  normal: 'medium',
  mittel: 'medium',
  low: 'low',
  minor: 'low',
  niedrig: 'low',
  lowest: 'low',
  trivial: 'low',
  'no priority': 'none',
  none: 'none',
};
