import type { Detail } from '../errors/api-error.js';
import type { RecordEntity } from '../resource/record.entity.js';
import type { Input } from '../resource/record-maker.js';
import type { ResourceStore } from '../resource/store.js';

/** The type of a field says how a cell becomes its value. */
export type ImportFieldType =
  | 'text'
  | 'long_text'
  | 'email'
  | 'date'
  | 'timestamp'
  | 'seconds'
  | 'number'
  | 'flag'
  | 'list'
  | 'choice'
  | 'user'
  | 'record'
  | 'records'
  | 'custom'
  | 'file';

/** A field that an import can fill. */
export interface ImportField {
  type: ImportFieldType;
  required?: boolean;
  /** A value that cannot be taken refuses the record, instead of being left out. */
  strict?: boolean;
  /** Required unless this other field is there. */
  requiredUnless?: string;
  /** Of texts: characters that are kept. Of lists: those of an item. */
  max?: number;
  /** Of lists: items that are kept. */
  maxItems?: number;
  /** Of choices. */
  values?: readonly string[];
  /** Of a record, or of several: the kind that is named. */
  kind?: string;
  /** Further names of its column in a file without a preset. */
  aliases?: readonly string[];
}

/** Bytes of a file that the engine has stored. A kind claims their blob, or releases it. */
export interface ImportedBytes {
  key: string;
  mime_type: string;
  size_bytes: number;
  sha256: string;
}

/** Values of an item by field: users and other records as their ids here. */
export type ImportValues = Record<string, unknown>;

/** A record that a file describes, ready to be written. */
export interface ImportItem<T> {
  values: ImportValues;
  /** The record that it is about; null where it is new. */
  known: T | null;
  /** The id in the other system with its name: `jira:WEB-1`; null where the file gives none. */
  external_id: string | null;
}

/** The result of an item, with the record as it is now. */
export interface ImportOutcome<T> {
  record: T;
  result: 'created' | 'updated' | 'skipped';
  /** Values that were left out. */
  warnings?: readonly Detail[];
}

/** A record of the sample data, by field or column of a plain file. */
export type SampleRow = Readonly<Record<string, string | number>>;

/** Ids and days for the sample rows of a kind, and the user who gets them. */
export interface SampleContext {
  /** The id under which other samples name a record. */
  id(name: string): string;
  /** Today in the workspace, or the day so many days from it. */
  day(days: number): string;
  /** The user who asks for the samples. */
  user_id: string;
}

/** Revisions of the records that an import made and that still belong to it, by id. */
export type MadeRevisions = (ids: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * A kind of records that an import writes. It stands in the folder of its resource, and registers itself with `ImportKinds`. Its
 * code runs in the context of the person who started the import, in the transaction of a portion; it writes through the store or
 * the service of the resource, so rights, policies, events, audit and search hold as for a request.
 */
export abstract class ImportKind<T extends RecordEntity> {
  /** Singular, as in `task.title`. */
  abstract readonly name: string;
  abstract readonly fields: Readonly<Record<string, ImportField>>;
  /** Name of a file whose columns are named like the fields: `time_entries.csv`. Default: the name with an s. */
  readonly plural: string | null = null;
  /** Columns of such a file, alternatives separated by `|`. Without any, no such file is read. */
  readonly header: readonly string[] = [];
  /** Fields by which records that are there already can be found (`match_by`). */
  readonly matchable: readonly string[] = [];
  /** Field by which records that are there already are found where the file gives no id of theirs. */
  readonly identifiedBy: string | null = null;
  /** Whether its values are personal data that may have to be removed: an import that has ended shows none of them. */
  readonly isPersonal: boolean = false;
  /** Fields whose value only one record should have. For a further one the row is refused (`error`), or the new record told. */
  readonly distinct: Readonly<Record<string, 'error' | 'warning'>> = {};
  /** Which of several records a match is about: the field with the record that they belong to. */
  readonly within: string | null = null;

  constructor(readonly store: ResourceStore<T>) {}

  /** Checks values by the rules of the API without writing; an `ApiError` with the fields otherwise. Answers what is stored. */
  abstract check(values: ImportValues, known: T | null): ImportValues;

  /** Writes items, no two of which are about one record. An error is about all of them: the engine then tries each alone. */
  abstract write(items: readonly ImportItem<T>[]): Promise<ImportOutcome<T>[]>;

  /** Records of the sample data. */
  samples(_given: SampleContext): readonly SampleRow[] | Promise<readonly SampleRow[]> {
    return [];
  }

  /** Removes records that an import made; answers those that stay because others depend on them. */
  async remove(records: readonly T[], _made: MadeRevisions): Promise<T[]> {
    await this.store.removeMany(records);
    return [];
  }

  /** Records whose field, other than `external_id`, has one of these values (lower case), in these records where they are found `within` others. */
  matches(_field: string, _values: readonly string[], _within: readonly string[]): Promise<T[]> {
    return Promise.resolve([]);
  }

  /** Records that know their id in another system themselves. */
  withExternalIds(_ids: readonly string[]): Promise<Map<string, T>> {
    return Promise.resolve(new Map());
  }

  /** Records with these ids that the person may read. */
  async records(ids: readonly string[], { lock = false } = {}): Promise<Map<string, T>> {
    if (!ids.length) return new Map();
    const found = await this.store.findAll(['id = any(?::text[])', [...new Set(ids)]], { lock });
    return new Map(found.map((record) => [record.id, record]));
  }

  /** Of these ids, those of records that exist and that the person may not read. */
  async hidden(ids: readonly string[]): Promise<Set<string>> {
    if (!ids.length) return new Set();
    const [all, readable] = [
      await this.store.findAll(['id = any(?::text[])', ids], { unseen: true }),
      await this.records(ids),
    ];
    return new Set(all.flatMap(({ id }) => (readable.has(id) ? [] : id)));
  }

  /** Writes through the store, for kinds without rules of their own: `stored` are the values of a new or a changed record. */
  protected async writeAll(items: readonly (ImportItem<T> & { stored: Input<T> })[]): Promise<ImportOutcome<T>[]> {
    const fresh = items.filter(({ known }) => !known);
    const known = items.filter(({ known }) => known);
    const created = await this.store.createMany(fresh.map(({ stored }) => [stored]));
    const updated = await this.store.updateMany(known.map((item) => [item.known!, item.stored]));
    const outcomes = new Map<ImportItem<T>, ImportOutcome<T>>();
    fresh.forEach((item, index) => outcomes.set(item, { record: created[index]!, result: 'created' }));
    known.forEach((item, index) => {
      const record = updated[index]!;
      outcomes.set(item, { record, result: record.revision === item.known!.revision ? 'skipped' : 'updated' });
    });
    return items.map((item) => outcomes.get(item)!);
  }
}
