import { Injectable } from '@nestjs/common';
import { type Condition, type CountedFilter, currentContext, Database, wordsOf } from '../../platform/index.js';
import { ContactBits, countOf, FREQUENT } from './contact-bits.js';

interface Named {
  display_name: string | null;
  email: string | null;
  organization_name: string | null;
}

/** The column `search`: every word that a contact is found by, each once and behind a blank. */
export const searchTextOf = ({ display_name, email, organization_name }: Named): string =>
  wordsOf([display_name, email, organization_name].filter(Boolean).join(' '))
    .map((word) => ` ${word}`)
    .join('');

/**
 * Whether contacts are counted by this beginning of their words: `contact_prefixes` leaves out what is long or has many
 * digits, as it is told apart by few contacts, if not by one.
 */
const isCounted = (word: string): boolean => {
  const toDigits = [.../^[^0-9]*/.exec(word)![0]].length;
  return [...word].length <= Math.min(12, toDigits + 3);
};

/** What a look at one record of a walk costs against one that the index of words has found. */
const WALKED = 4;
const PAGE = 21;
/** So many times as frequent as the rarest word, another one is looked up in the records with the rarest, not in the index. */
const MUCH_MORE = 4;

interface Asked {
  q: string;
  cursor?: string;
  status?: string;
  include_deleted?: boolean;
  owner_id?: string | null;
  tag?: string;
}

/** What somebody looks for, and how it is found. It stands in the place of `q`, and is its words for cursors. */
export class Search {
  constructor(
    private readonly words: readonly string[],
    /** Those that the index of words is asked for. */
    private readonly rare: readonly string[],
    /** `list`: looking through it in its order, as so many have all of them. `filter`: by what else is asked for. */
    readonly by: 'words' | 'bits' | 'list' | 'filter',
    /** Whether it is counted by bits. */
    readonly inBits = false,
    /** Whom the bits find. */
    private readonly numbers: readonly number[] = [],
  ) {}

  get condition(): Condition {
    if (!this.words.length) return ['false'];
    const [all, ...each] = having(this.words);
    if (this.by === 'bits') return [`id = any(array(${NUMBERED})) and ${all}`, this.numbers, ...each];
    if (this.by !== 'words') return [all, ...each];
    // By its place in the table, as the planner would not know from how few records the page is to be taken.
    const [found, ...values] = this.indexed;
    return [`ctid = any(array(select c.ctid from sales_contacts c where c.workspace_id = $1 and ${found}))`, ...values];
  }

  /** What the counts know it by. */
  get counted(): CountedFilter | undefined {
    const [word] = this.words;
    return this.words.length === 1 && isCounted(word!) ? { dims: { prefixes: [word] } } : undefined;
  }

  /** What lets the index of words serve. */
  get indexed(): Condition {
    const { workspaceId } = currentContext();
    const query = this.rare.map((word) => `'${workspaceId} ${word}':*`).join(' & ');
    const [others, ...values] = having(this.words.filter((word) => !this.rare.includes(word)));
    return [`contact_words(workspace_id, search) @@ ?::tsquery and ${others}`, query, ...values];
  }

  /** How many there are by bits, as SQL. */
  countBy(value: (value: unknown) => string): string {
    return countOf(`${value(this.words)}::text[]`);
  }

  toJSON(): readonly string[] {
    return this.words;
  }
}

/** Contacts by their numbers, and those of which the bits do not know all. */
const NUMBERED = `select contact_id from sales_contact_numbers where workspace_id = $1 and number = any(?::int[])
  union all select contact_id from sales_contact_changes where workspace_id = $1 and n > 0`;

const having = (words: readonly string[]): Condition => [
  words.map(() => 'search like ?').join(' and ') || 'true',
  ...words.map((word) => `% ${word}%`),
];

/**
 * Finds contacts by the beginnings of words. The index of words is asked for the rarest of them, as it reads all that it has
 * about each; those that it finds are looked at for the others, counted, and put in order. A beginning that very many have, such
 * as a single letter, would take as long as there are matches, so there the list is walked in its order until a page is full.
 * Where several words are frequent, `ContactBits` tells how many have all of them, and which those are where they are few.
 * Which it is follows from the counts, not from statistics that are wrong for a workspace among many.
 */
@Injectable()
export class ContactSearch {
  constructor(
    private readonly database: Database,
    private readonly bits: ContactBits,
  ) {}

  async for({ q, cursor, status, include_deleted, owner_id, tag }: Asked): Promise<Search> {
    const words = wordsOf(q);
    const known = words.filter(isCounted);
    if (known.length < words.length || !words.length)
      return new Search(
        words,
        words.filter((word) => !isCounted(word)),
        'words',
      );
    const beside = [
      owner_id === undefined ? [] : `owner_id=${owner_id}`,
      tag === undefined ? [] : `tags=${tag}`,
    ].flat();
    const [all = 1, ...each] = await this.#counts(['all', ...words.map((word) => `prefixes=${word}`), ...beside]);
    const often = new Map(words.map((word, index) => [word, each[index]!]));
    const rarest = Math.min(...often.values());
    const rare = words.filter((word) => often.get(word)! <= rarest * MUCH_MORE);
    if (Math.min(...each.slice(words.length)) < rarest) return new Search(words, rare, 'filter');
    const plain = status === 'active' && !include_deleted && !beside.length;
    const found = plain && words.length > 1 && rarest >= FREQUENT ? await this.bits.count(words) : null;
    if (found !== null) {
      if ((WALKED * PAGE * all) / Math.max(1, found) < found) return new Search(words, rare, 'list', true);
      return new Search(words, rare, 'bits', true, await this.bits.numbers(words));
    }
    const likely = words.reduce((part, word) => (part * often.get(word)!) / all, all);
    // Several words may be rare together; where a page has gone before, they are not.
    const walks = (words.length === 1 || cursor !== undefined) && (WALKED * PAGE * all) / Math.max(1, likely) < rarest;
    return new Search(words, rare, walks ? 'list' : 'words');
  }

  /** What is added up by now is near enough. */
  async #counts(kinds: readonly string[]): Promise<number[]> {
    const [row] = await this.database.lookup<{ counts: number[] }>(
      `select array(
         select (select coalesce(sum(n), 0)::float8 from record_counts
           where workspace_id = $1 and resource = 'sales.contact' and kind = kinds.kind)
         from unnest($2::text[]) with ordinality kinds (kind, place) order by place) as counts`,
      [currentContext().workspaceId, kinds],
    );
    return row!.counts;
  }
}
