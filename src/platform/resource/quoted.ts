/** Names of columns that SQL reserves. */
const RESERVED: ReadonlySet<string> = new Set(['when', 'where']);

/** The name of a column as SQL writes it. */
export const quoted = (column: string): string => (RESERVED.has(column) ? `"${column}"` : column);
