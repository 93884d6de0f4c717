import type { ImportKinds, ReceivedFile } from '../../platform/index.js';
import type { SourceRow } from '../presets/preset.js';
import type { Import, KindCount, MappedColumn } from './import.entity.js';
import type { Plan } from './plan.js';

/** The names of files, each once. */
export function namesOf(files: readonly Pick<ReceivedFile, 'name'>[]): string[] {
  const names: string[] = [];
  for (const { name } of files) {
    const plain = name ?? 'file.csv';
    let unique = plain;
    for (let n = 2; names.includes(unique); n++) unique = `${plain} (${n})`;
    names.push(unique);
  }
  return names;
}

export function mappingOf(
  plan: Plan,
  file: string,
  columns: readonly string[],
  rows: readonly SourceRow[],
): MappedColumn[] {
  return [...new Set(columns)].flatMap((column): MappedColumn[] => {
    const field = plan.mapping.get(column) ?? null;
    if (!column || (field === null && plan.notTaken.has(column))) return [];
    const example = rows.map((row) => row.get(column)).find(Boolean) ?? null;
    return [{ file, column, field, example: example && example.slice(0, 200) }];
  });
}

/** The fields that an import which has ended shows without values of records that may have to be anonymized. */
export function withoutPersonalData({ preview, mapping }: Import, kinds: ImportKinds): Partial<Import> {
  const isPersonal = (kind: string) => kinds.find(kind)?.isPersonal ?? false;
  return {
    preview: preview.filter(({ kind }) => !isPersonal(kind)),
    mapping: mapping.map((column) =>
      isPersonal(column.field?.split('.')[0] ?? '') ? { ...column, example: null } : column,
    ),
  };
}

/** Adds the counts of a portion. */
export function together(before: readonly KindCount[], more: readonly KindCount[]): KindCount[] {
  const counts = new Map(before.map((count) => [count.kind, { ...count }]));
  for (const { kind, created, updated, skipped, failed } of more) {
    const count = counts.get(kind) ?? { kind, created: 0, updated: 0, skipped: 0, failed: 0 };
    count.created += created;
    count.updated += updated;
    count.skipped += skipped;
    count.failed += failed;
    counts.set(kind, count);
  }
  return [...counts.values()];
}
