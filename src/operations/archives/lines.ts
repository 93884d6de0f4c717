/** A row of a table, as a line of an archive has it. */
export type Line = Record<string, unknown>;

/** In Node, and not in the types of TypeScript yet. */
type SourceTexts = {
  parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown;
  rawJSON(text: string): object;
};
const { parse, rawJSON } = JSON as unknown as SourceTexts;

/** Parses a line. A number that JavaScript cannot hold, such as a large `numeric`, keeps its text when the row is written again. */
export const parsedLine = (line: string): Line =>
  parse(line, (_, value, { source }) =>
    typeof value === 'number' && String(value) !== source ? rawJSON(source) : value,
  ) as Line;
