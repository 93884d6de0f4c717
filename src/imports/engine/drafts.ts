import type { DetailCode } from '../../platform/index.js';
import { ConversionError, type Locale } from '../convert/conversion.js';
import { fit } from '../convert/convert.js';
import { isRecordName } from '../convert/names.js';
import { type Plan, type PlannedItem, valueOf } from './plan.js';
import { digestOf, type SourceRow } from '../presets/preset.js';

/** Characters of an id in another system; longer ones are digested. */
const MAX_ID = 400;

/** Characters of a text that a preview shows. */
const MAX_SHOWN = 1_000;

/** Something that was not taken, by its level (`ImportProblem`). */
export interface Problem {
  level: 'error' | 'warning' | 'skipped';
  field: string | null;
  code: DetailCode;
  message: string;
}

/** A record that a row describes, before people and other records in it are known here. It is plain JSON. */
export interface Draft {
  kind: string;
  system: string;
  /** With the system: `jira:WEB-1`. */
  external_id: string | null;
  aliases: string[];
  /** Ids under which another file may have named it before. */
  same: string[];
  /** The row only names it: it is made where it is missing. */
  named: boolean;
  match: string | null;
  file: number;
  line: number;
  values: Record<string, unknown>;
  problems: Problem[];
}

/** An id in another system, with that system in front unless it has one. */
export function externalId(system: string, id: string): string {
  const whole = system === 'file' && /^[a-z][a-z0-9_]*:./.test(id) ? id : `${system}:${id}`;
  return whole.length > MAX_ID ? `${system}:${digestOf(whole)}` : whole;
}

/** The records that a row describes. */
export function draftsOf(row: SourceRow, plan: Plan, file: number, locale: Locale): Draft[] {
  return plan.items.flatMap((item) => {
    const texts = item.each === undefined ? [''] : row.all(item.each);
    return texts.flatMap((each) => draftOf(row, plan, item, each, file, locale) ?? []);
  });
}

function draftOf(
  row: SourceRow,
  { system }: Plan,
  item: PlannedItem,
  each: string,
  file: number,
  locale: Locale,
): Draft | null {
  const id = item.id(row, each) || null;
  if (id === null && item.named) return null;
  const draft: Draft = {
    kind: item.kind,
    system,
    external_id: id && externalId(system, id),
    aliases: (item.aliases?.(row) ?? []).filter(Boolean).map((alias) => externalId(system, alias)),
    same: (item.same?.(row) ?? []).filter(Boolean).map((id) => externalId(system, id)),
    named: item.named ?? false,
    match: item.match ?? null,
    file,
    line: row.line,
    values: {},
    problems: [],
  };
  for (const planned of item.fields) {
    const { name, field } = planned;
    try {
      const value = valueOf(planned, row, locale, each);
      if (value === undefined || value === '') continue;
      const { value: kept, warning } = fit(value, name, field);
      draft.values[name] = kept;
      if (warning) draft.problems.push({ level: 'warning', field: name, code: 'too_long', message: warning });
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      const level = field.required ? 'error' : 'warning';
      draft.problems.push({ level, field: name, code: error.code, message: `${name}: ${error.message}` });
    }
  }
  return draft;
}

/** The preview of drafts, before anything is written. */
export const shownValues = ({ values }: Draft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.slice(0, MAX_SHOWN)];
      if (Array.isArray(value)) return [name, value.map((item) => (isRecordName(item) ? item.record : item))];
      if (typeof value !== 'object' || value === null) return [name, value];
      const { person, record } = value as { person?: string; record?: string };
      return [name, person ?? record ?? value];
    }),
  );
