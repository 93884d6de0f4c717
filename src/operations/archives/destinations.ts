import type { ExtensionPart } from './kept-rows.repository.js';
import { type Manifest, type ManifestPart, unreadable } from './manifest.js';
import type { ArchivedTable } from './archived-tables.repository.js';

/** Where the parts of an archive go, by their names. */
export interface Destinations {
  /** Tables of this deployment. */
  tables: Map<string, ArchivedTable>;
  /** Parts of extensions that are not here: their rows are kept. */
  kept: Map<string, ExtensionPart>;
}

/** Number of rows that are kept of a table. */
export interface KeptFigures {
  extension: string;
  table: string;
  rows: number;
}

/**
 * Finds the destinations of an archive among the tables of this deployment. The tables of an extension come in all, or are kept all,
 * where it is not here or has other tables. 400 for a table of nobody, and for an archive of a newer release. `schema`: the last
 * migration here.
 */
export function destinationsOf(
  { parts, schema: theirs, move }: Manifest,
  schema: string,
  archived: readonly ArchivedTable[],
): Destinations {
  if (theirs > schema)
    throw unreadable(
      `The archive was made by a newer release (schema ${theirs}, here ${schema}). Update this deployment first.`,
    );
  const known = new Map(archived.map((table) => [table.table, table]));
  const ofTables = parts.filter(({ table }) => table !== undefined);
  const absent = new Set<string>();
  for (const part of ofTables) {
    const { name, table: of, columns = [] } = part;
    const table = known.get(of!);
    const strange = table ? columns.find((column) => !table.columns.includes(column)) : undefined;
    if (table && strange === undefined) continue;
    if (!isOfExtension(part, table))
      throw unreadable(`${name} has ${table ? `the column ${strange}` : `the table ${of}`}, which is not known here.`);
    absent.add(part.extension);
    if (move?.copy || move?.continues)
      throw unreadable(
        `It is a copy, and has the table ${of} of the extension ${part.extension}, which is not here. Install the extension, or move the workspace without --copy.`,
      );
  }
  const destinations: Destinations = { tables: new Map(), kept: new Map() };
  for (const part of ofTables) {
    const table = known.get(part.table!);
    if (isOfExtension(part, table) && (part.kept || absent.has(part.extension))) destinations.kept.set(part.name, part);
    else destinations.tables.set(part.name, table!);
  }
  return destinations;
}

/** Whether a part has a table of an extension: it names the extension, the table is called after it, and is not one of the product here. */
const isOfExtension = (part: ManifestPart, table?: ArchivedTable): part is ExtensionPart =>
  (!table || table.extension === part.extension) &&
  part.extension !== undefined &&
  part.type !== undefined &&
  part.columns !== undefined &&
  (part.table === part.extension || part.table!.startsWith(`${part.extension}_`));

export const keptIn = ({ kept }: Destinations): KeptFigures[] =>
  [...kept.values()].flatMap(({ extension, table, count }) => (count ? { extension, table, rows: count } : []));
