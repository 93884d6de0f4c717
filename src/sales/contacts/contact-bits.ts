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
 * each joined with each would take minutes.
 */
const ALONE = `
  select pg_advisory_xact_lock(hashtextextended('sales-contact-bits ' || $1, 0)),
    set_config('enable_nestloop', (
      select case when count(*) < ${MANY} then 'on' else 'off' end
      from (select from sales_contact_changes where workspace_id = $1 limit ${MANY}) waiting), true)`;

/** Numbers of contacts as the bits of parts. */
const asBits = (numbered: string) =>
  `select word, number / ${PART} as part, bit_or(set_bit(repeat('0', ${PART})::bit(${PART}), number % ${PART}, 1)) as bits
   from (${numbered}) numbered group by 1, 2`;

/**
 * Moves a batch of changes into the bits; answers how many there were, and the words among them that have become frequent.
 * A contact has a word or has it not, so whatever changed flips its bit.
 */
const FOLD = `
  with gone as (
    delete from sales_contact_changes where workspace_id = $1
      and id in (select id from sales_contact_changes where workspace_id = $1 order by id limit ${BATCH})
    returning contact_id, n, search
  ),
  -- The words of a contact: 1 where it has got it, -1 where it has lost it.
  net as materialized (
    select contact_id, word, sum(n) as n from gone, unnest(contact_prefixes(search)) word
    group by contact_id, word having sum(n) <> 0
  ),
  there as (select contact_id, sum(n) as n from gone group by contact_id),
  known as materialized (
    select number, contact_id from sales_contact_numbers
    where workspace_id = $1 and contact_id in (select contact_id from there)
  ),
  given as (
    insert into sales_contact_numbers (workspace_id, number, contact_id)
    select $1, row_number() over () + coalesce((select max(number) from sales_contact_numbers where workspace_id = $1), -1),
      contact_id
    from there where n > 0 and contact_id not in (select contact_id from known)
    returning number, contact_id
  ),
  taken as (
    delete from sales_contact_numbers
    where workspace_id = $1 and contact_id in (select contact_id from there where n < 0)
  ),
  words as (select distinct word from net),
  kept as materialized (
    select word from words
    where exists (select from sales_contact_bits b where b.workspace_id = $1 and b.word = words.word)
  ),
  flipped as (
    insert into sales_contact_bits as b (workspace_id, word, part, bits)
    select $1, word, part, bits from (${asBits(`
      select word, number from net join kept using (word)
        join (select * from known union all select * from given) n using (contact_id)`)}) flips
    on conflict (workspace_id, word, part) do update set bits = b.bits # excluded.bits
  )
  select (select count(*)::int from gone) as moved,
    array(
      select word from words where word not in (select word from kept)
        and (select sum(n) from record_counts where workspace_id = $1 and resource = 'sales.contact'
          and kind = 'prefixes=' || word) >= ${FREQUENT}
    ) as frequent`;

/** Begins the bits of a word: the contacts that have it now, but for what changed and comes to the bits later. */
const BEGIN = `
  insert into sales_contact_bits (workspace_id, word, part, bits)
  select $1, word, part, bits from (${asBits(`
    select $2::text as word, number from (
      select id as contact_id from sales_contacts
      where workspace_id = $1 and status = 'active' and deleted_at is null
        and contact_words(workspace_id, search) @@ ('''' || $1 || ' ' || $2 || ''':*')::tsquery
      union all
      select contact_id from sales_contact_changes where workspace_id = $1 and search like '% ' || $2 || '%'
      group by contact_id having sum(n) <> 0
    ) either
    join sales_contact_numbers using (contact_id) where workspace_id = $1
    group by number having count(*) = 1`)}) begun
  on conflict do nothing`;

/** The parts that all of some words have, with the bits that they share. `$1` is the workspace, `words` a list of texts. */
const shared = (words: string) =>
  `(select part, bit_and(bits) as bits from sales_contact_bits where workspace_id = $1 and word = any(${words})
    group by part having count(*) = cardinality(${words})) shared`;

/** How many active contacts have words that are all kept as bits, as SQL. `$1` is the workspace, `words` a list of texts. */
export const countOf = (words: string): string =>
  `((select coalesce(sum(bit_count(bits)), 0) from ${shared(words)})
    + (select coalesce(sum(n), 0) from sales_contact_changes where workspace_id = $1
       and search like all (array(select '% ' || word || '%' from unnest(${words}) word))))`;

const COUNT = `select ${countOf('$2::text[]')}::int as n where not exists (
  select from unnest($2::text[]) asked
  where not exists (select from sales_contact_bits where workspace_id = $1 and word = asked))`;

const NUMBERS = `select part, bits::text from ${shared('$2::text[]')} where bit_count(bits) > 0`;

/**
 * Which contacts have the words that very many have, as bits. What changes is noted in the same transaction (a trigger does it),
 * and moved into the bits afterwards, so that nobody waits for anybody. Bits and notes together are exact at any moment.
 */
@Injectable()
export class ContactBits {
  constructor(
    private readonly database: Database,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'sales.contact-bits',
      description:
        'Adds up which contacts have the words that very many have, so that a search for several counts them.',
      due: CHANGED,
      run: () => this.fold(),
    });
  }

  /** How many active contacts have all these words; null where one of them is not kept as bits. */
  async count(words: readonly string[]): Promise<number | null> {
    const [row] = await this.database.read<{ n: number }>(COUNT, [currentContext().workspaceId, words]);
    return row?.n ?? null;
  }

  /** The contacts that have all these words by the bits, by number. Those that have changed since may have them, too. */
  async numbers(words: readonly string[]): Promise<number[]> {
    const parts = await this.database.read<{ part: number; bits: string }>(NUMBERS, [
      currentContext().workspaceId,
      words,
    ]);
    const numbers: number[] = [];
    for (const { part, bits } of parts)
      for (let at = bits.indexOf('1'); at >= 0; at = bits.indexOf('1', at + 1)) numbers.push(part * PART + at);
    return numbers;
  }

  async fold(): Promise<void> {
    const { rows } = await this.database.execute<{ workspace_id: string }>(CHANGED);
    for (const { workspace_id } of rows)
      await asSystem(workspace_id, async () => {
        while (await this.database.transaction(() => this.#fold(workspace_id)));
      });
  }

  /** Whether more is left. */
  async #fold(workspaceId: string): Promise<boolean> {
    await this.database.write(ALONE, [workspaceId]);
    const [row] = await this.database.write<{ moved: number; frequent: string[] }>(FOLD, [workspaceId]);
    const { moved, frequent } = row!;
    for (const word of frequent) await this.database.write(BEGIN, [workspaceId, word]);
    return moved === BATCH;
  }
}
