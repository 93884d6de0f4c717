import { Injectable } from '@nestjs/common';
import { asSystem, currentContext, Database, Maintenance } from '../../platform/index.js';

/** Words that so many contacts of a workspace have are kept as bits. Of rarer ones the index finds all as fast. */
export const FREQUENT = 2_000;
/** Numbers of one part, as the type of the column says. */
const PART = 8_192;
/** Changes that are added up at a time, and how many of them are too many to look each up. */
const BATCH = 10_000;
const MANY = 200;

const CHANGED = 'select distinct workspace_id from sales_contact_changes';

/**
 * One fold at a time, which sees all that the one before has done. The planner cannot know how many words changes hold: of many,
 * each joined with each would take minutes. They are put together in memory.
 */
const ALONE = `
  select pg_advisory_xact_lock(hashtextextended('sales-contact-bits ' || $1, 0)), set_config('work_mem', '64MB', true),
    set_config('enable_nestloop', (
      select case when count(*) < ${MANY} then 'on' else 'off' end
      from (select from sales_contact_changes where workspace_id = $1 limit ${MANY}) waiting), true)`;

/** Numbers of contacts as the bits of parts. */
const asBits = (numbered: string) =>
  `select word, number / ${PART} as part, bit_or(set_bit(repeat('0', ${PART})::bit(${PART}), number % ${PART}, 1)) as bits
   from (${numbered}) numbered group by 1, 2`;

/**
 * Counts the words of a batch of changes, and moves those that are kept as bits into the bits; answers how many changes there were,
 * whether a word among them has become frequent, and which nobody has any more. A contact has a word or has it not, so whatever
 * changed flips its bit.
 */
const FOLD = `
  with gone as (
    delete from sales_contact_changes where workspace_id = $1
      and id in (select id from sales_contact_changes where workspace_id = $1 order by id limit ${BATCH})
    returning id, contact_id, n, search, keys
  ),
  -- The beginnings of words, and the keys, of a contact: 1 where it has got it, -1 where it has lost it.
  spread as materialized (
    select distinct id, contact_id, left(whole, length) as word, n
    from gone, string_to_table(ltrim(search), ' ') whole, generate_series(1, counted_length(whole)) length
    union all
    select id, contact_id, key, n from gone, unnest(keys) key
  ),
  counted as (
    insert into sales_contact_words as w (workspace_id, word, n)
    select $1, word, sum(n) from spread group by word having sum(n) <> 0
    on conflict (workspace_id, word) do update set n = w.n + excluded.n
    returning word, n, in_bits
  ),
  there as (select contact_id, sum(n) as n from gone group by contact_id),
  known as materialized (
    select number, contact_id from sales_contact_numbers
    where workspace_id = $1 and contact_id = any(array(select contact_id from there))
  ),
  given as (
    insert into sales_contact_numbers (workspace_id, number, contact_id)
    select $1, row_number() over (order by contact_id)
        + coalesce((select max(number) from sales_contact_numbers where workspace_id = $1), -1), contact_id
    from there where n > 0 and contact_id not in (select contact_id from known)
    returning number, contact_id
  ),
  taken as (
    delete from sales_contact_numbers
    where workspace_id = $1 and contact_id = any(array(select contact_id from there where n < 0))
  ),
  kept as materialized (select word from sales_contact_words where workspace_id = $1 and in_bits),
  net as (
    select contact_id, word from spread join kept using (word) group by contact_id, word having sum(n) <> 0
  ),
  flipped as (
    insert into sales_contact_bits as b (workspace_id, word, part, bits)
    select $1, word, part, bits from (${asBits(`
      select word, number from net join (select * from known union all select * from given) n using (contact_id)`)}) flips
    on conflict (workspace_id, word, part) do update set bits = b.bits # excluded.bits
  )
  select (select count(*)::int from gone) as moved,
    exists (select from counted where n >= ${FREQUENT} and not in_bits) as grown,
    array(select word from counted where n = 0 and not in_bits) as unused`;

/** What contacts have where they have a key, by its name. */
const KEYS: Record<string, string> = {
  any: 'status = $3',
  status: 'deleted_at is null and status = $3',
  owner_id: 'owner_id = $3',
  tag: `tags <> '{}' and in_workspace(workspace_id, tags) @> array[$1 || ' ' || $3]`,
};
const WORD = `contact_words(workspace_id, search) @@ ('''' || $1 || ' ' || $3 || ''':*')::tsquery`;

/** Begins the bits of a word (`$2`): the contacts that have it now, but for what changed and comes to the bits later. */
const begin = (having: string) => `
  with begun as (
    update sales_contact_words set in_bits = true where workspace_id = $1 and word = $2 and not in_bits returning word
  )
  insert into sales_contact_bits (workspace_id, word, part, bits)
  select $1, word, part, bits from (${asBits(`
    select word, number from begun, sales_contact_numbers where workspace_id = $1 and contact_id = any(array(
      select contact_id from (
        select id as contact_id from sales_contacts where workspace_id = $1 and ${having}
        union all
        select contact_id from sales_contact_changes where workspace_id = $1
          and ${having === WORD ? `search like '% ' || $2 || '%'` : 'keys @> array[$2]'}
        group by contact_id having sum(n) <> 0
      ) either group by contact_id having count(*) = 1))`)}) bits`;

/** The parts that all of some words have, with the bits that they share. `$1` is the workspace, `words` a list of texts. */
const shared = (words: string) =>
  `(select part, bit_and(bits) as bits from sales_contact_bits where workspace_id = $1 and word = any(${words})
    group by part having count(*) = cardinality(${words})) shared`;

/** Changes that the bits do not know yet, of contacts with all these words and keys. */
const waiting = (words: string, keys: string) =>
  `(select coalesce(sum(n), 0) from sales_contact_changes where workspace_id = $1 and keys @> ${keys}
     and search like all (array(select '% ' || word || '%' from unnest(${words}) word)))`;

/** How many contacts have words and keys that are all kept as bits, as SQL. `$1` is the workspace, the others are lists of texts. */
export const countOf = (words: string, keys: string): string =>
  `((select coalesce(sum(bit_count(bits)), 0) from ${shared(`(${words} || ${keys})`)}) + ${waiting(words, keys)})`;

const PARTS = `select part, bit_count(bits)::int as n from ${shared('$2::text[]')} where bit_count(bits) > 0 order by part desc`;
const NUMBERS = `
  select waiting.first, part, bits::text from (select min(id) as first from sales_contact_changes where workspace_id = $1) waiting
  left join ${shared('$2::text[]')} on bit_count(bits) > 0`;
const GROWN = `select word from sales_contact_words where workspace_id = $1 and n >= ${FREQUENT} and not in_bits`;
const FORGET = 'delete from sales_contact_words where workspace_id = $1 and word = any($2) and n = 0';
const KNOWN = 'select word, n, in_bits from sales_contact_words where workspace_id = $1 and word = any($2)';

type Folded = { moved: number; grown: boolean; unused: string[] };

/** A word or key, and how many contacts have it. */
interface Known {
  word: string;
  n: number;
  in_bits: boolean;
}

/** Contacts by their numbers, and the first of the changes that the bits do not know yet: while it is there, none is missed. */
export interface Numbers {
  numbers: number[];
  first: string | null;
}

/** Where contacts are found: so many, and among so many of the newest are the first `page` of them. */
export interface Spread {
  found: number;
  depth: number;
}

/**
 * How many contacts have which words, and which those are where very many have them, as bits. What changes is noted in the same
 * transaction (a trigger does it), and added up afterwards, so that nobody waits for anybody. Bits and notes together are exact at
 * any moment. What else contacts are filtered by stands among the words: keys such as `owner_id=usr_1`, which no text has.
 */
@Injectable()
export class ContactBits {
  /** Workspaces whose words this process has looked through. */
  readonly #looked = new Set<string>();

  constructor(
    private readonly database: Database,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'sales.contact-bits',
      description:
        'Adds up how many contacts have which words, and which have those of very many, so that a search counts them.',
      due: CHANGED,
      run: () => this.fold(),
    });
  }

  /** What is known of some words; those that no contact has are not there. What is added up by now is near enough. */
  async known(words: readonly string[]): Promise<Map<string, Known>> {
    const rows = await this.database.lookup<Known & Record<string, unknown>>(KNOWN, [
      currentContext().workspaceId,
      words,
    ]);
    return new Map(rows.map((row) => [row.word, row]));
  }

  /** Where those with all these words are by the bits, which have the newest contacts at their end. */
  async spread(words: readonly string[], page: number): Promise<Spread> {
    const parts = await this.database.lookup<{ part: number; n: number }>(PARTS, [currentContext().workspaceId, words]);
    const found = parts.reduce((sum, { n }) => sum + n, 0);
    const [newest] = parts;
    let left = page;
    for (const { part, n } of parts) {
      if (n >= left) return { found, depth: (newest!.part - part + left / n) * PART };
      left -= n;
    }
    return { found, depth: Infinity };
  }

  /** The contacts that have all these words by the bits, by number. Those that have changed since may have them, too. */
  async numbers(words: readonly string[]): Promise<Numbers> {
    const parts = await this.database.read<{ first: string | null; part: number; bits: string | null }>(NUMBERS, [
      currentContext().workspaceId,
      words,
    ]);
    const numbers: number[] = [];
    for (const { part, bits } of parts)
      for (let at = bits?.indexOf('1') ?? -1; at >= 0; at = bits!.indexOf('1', at + 1)) numbers.push(part * PART + at);
    return { numbers, first: parts[0]!.first };
  }

  async fold(): Promise<void> {
    const { rows } = await this.database.execute<{ workspace_id: string }>(CHANGED);
    for (const { workspace_id } of rows) await asSystem(workspace_id, () => this.#foldAll(workspace_id));
  }

  async #foldAll(workspaceId: string): Promise<void> {
    // Where a process was killed, another one does what it left.
    let grown = !this.#looked.has(workspaceId);
    for (let moved = BATCH; moved === BATCH;)
      moved = await this.#alone(workspaceId, async () => {
        const [row] = await this.database.write<Folded>(FOLD, [workspaceId]);
        grown ||= row!.grown;
        if (row!.unused.length) await this.database.write(FORGET, [workspaceId, row!.unused]);
        return row!.moved;
      });
    // Once nothing waits, as what waits is looked through for each of them.
    if (grown) await this.#begin(workspaceId);
    this.#looked.add(workspaceId);
  }

  async #begin(workspaceId: string): Promise<void> {
    const rows = await this.database.read<{ word: string }>(GROWN, [workspaceId]);
    for (const { word } of rows) {
      const [name, value] = word.split(/=(.*)/s);
      const having = value === undefined ? WORD : KEYS[name!]!;
      await this.#alone(workspaceId, () => this.database.write(begin(having), [workspaceId, word, value ?? word]));
    }
  }

  #alone<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.database.write(ALONE, [workspaceId]);
      return work();
    });
  }
}
