/**
 * Changes of a schema that a release may not make in one step, because the release before it still runs against the same tables, and
 * because a rewrite locks a table for as long as it takes.
 */
const REFUSED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^drop (?:table|view|materialized view|type)\b/, 'drops what the last release uses'],
  [/\bdrop column\b/, 'drops a column that the last release reads'],
  [/\brename\b/, 'renames what the last release uses'],
  [/\balter column \S+ (?:set data )?type\b/, 'rewrites the table for another type'],
  [/\bset not null\b/, 'refuses rows that the last release writes'],
  [
    /\badd column (?!.*\bdefault\b).*\bnot null\b/,
    'adds a column that the last release does not fill: give it a default',
  ],
  [/\badd column .*\bgenerated always as\b.*\bstored\b/, 'rewrites the table for a generated column'],
  [
    /\badd column .*\bdefault \(?(?:gen_random_uuid|clock_timestamp|random|nextval)\b/,
    'rewrites the table for a default',
  ],
  [/^(?:update|delete|truncate)\b/, 'changes rows that are there: leave that to background work in batches'],
  [/^(?:vacuum full|cluster)\b/, 'rewrites the table'],
];

/** Statements of a migration that change existing tables in a way that is refused, each with its reason. */
export function refusedIn(sql: string): string[] {
  const statements = plain(sql)
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
  const made = new Set(statements.flatMap((each) => /^create table (?:if not exists )?(\S+)/.exec(each)?.[1] ?? []));
  return statements.flatMap((statement) => {
    const [, table] =
      /^(?:alter table (?:if exists )?(?:only )?|update |delete from |truncate (?:table )?)(\S+)/.exec(statement) ?? [];
    if (table && made.has(table)) return [];
    return actionsOf(statement).flatMap((action) => {
      const found = REFUSED.find(([pattern]) => pattern.test(action));
      return found ? [`${statement.slice(0, 80)}: ${found[1]}`] : [];
    });
  });
}

/** The actions of `alter table a add column b …, add column c …`, and any other statement as it is. */
function actionsOf(statement: string): string[] {
  if (!statement.startsWith('alter table')) return [statement];
  let depth = 0;
  const parts = [''];
  for (const character of statement) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** SQL without comments, texts, and bodies of functions. */
const plain = (sql: string) =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '');
