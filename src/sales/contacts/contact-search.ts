import { Injectable } from '@nestjs/common';
import { byTag, type Condition, currentContext, wordsOf } from '../../platform/index.js';
import { ContactBits, countOf, FREQUENT, type Numbers } from './contact-bits.js';

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
 * Whether contacts are counted by this beginning of their words: `counted_length` leaves out what is long or has many
 * digits, as it is told apart by few contacts, if not by one.
 */
const isCounted = (word: string): boolean => {
  const toDigits = [.../^[^0-9]*/.exec(word)![0]].length;
  return [...word].length <= Math.min(12, toDigits + 3);
};

const PAGE = 21;
/** What a contact costs that a search has found, against one that a walk through the list passes: by its number, by the index. */
const BY_NUMBER = 8;
const BY_INDEX = 1 / 4;
/** So many times as frequent as the rarest word, another one is looked up in the records with the rarest, not in the index. */
const MUCH_MORE = 4;

interface Asked {
  q: string;
  cursor?: string;
  sort?: string;
  status?: string;
  include_deleted?: boolean;
  owner_id?: string | null;
  tag?: string;
}

/** What somebody looks for, and how it is found. It stands in the place of `q` and `tag`, for cursors as well. */
export class Search {
  constructor(
    private readonly words: readonly string[],
    private readonly tag: string | undefined,
    /** Those that the index of words is asked for. */
    private readonly rare: readonly string[],
    /** `list`: looking through it in its order, as so many have all of them. `filter`: by what else is asked for. */
    readonly by: 'words' | 'bits' | 'list' | 'filter',
    /** What else is asked for, where it is counted by bits. */
    readonly keys: readonly string[] | null = null,
    /** Whom the bits find. */
    private readonly numbers: Numbers | null = null,
  ) {}

  get condition(): Condition {
    if (!this.words.length) return ['false'];
    const [all, ...each] = having(this.words);
    if (this.by === 'filter') return this.#and([all, ...each], this.tag === undefined ? ['true'] : byTag(this.tag));
    // Without the index of tags, which the planner would take for them all to order a page of a few.
    const tagged: Condition = this.tag === undefined ? ['true'] : ['tags @> array[?::text]', this.tag];
    if (this.by === 'list') return this.#and([all, ...each], tagged);
    const [found, ...values] = this.indexed;
    if (this.by === 'bits') {
      const { numbers, first } = this.numbers!;
      const ids: Condition = [`id = any(array(${numbered(found)}))`, numbers, first, first, ...values];
      return this.#and(this.#and(ids, [all, ...each]), tagged);
    }
    // By its place in the table, as the planner would not know from how few records the page is to be taken.
    return this.#and(
      [`ctid = any(array(select c.ctid from sales_contacts c where c.workspace_id = $1 and ${found}))`, ...values],
      tagged,
    );
  }

  #and([one, ...values]: Condition, [other, ...more]: Condition): Condition {
    return [`${one} and ${other}`, ...values, ...more];
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
    return countOf(`${value(this.words)}::text[]`, `${value(this.keys)}::text[]`);
  }

  toJSON(): object {
    return [this.words, this.tag];
  }
}

/**
 * Contacts by their numbers, and those of which the bits do not know all. Where changes have come to the bits since the numbers
 * were read, those that the index has of `found`.
 */
const numbered = (found: string) => `
  select contact_id from sales_contact_numbers where workspace_id = $1 and number = any(?::int[])
  union all select contact_id from sales_contact_changes where workspace_id = $1 and n > 0
  union all select c.id from sales_contacts c where ?::bigint is not null
    and not exists (select from sales_contact_changes where workspace_id = $1 and id = ?::bigint)
    and c.workspace_id = $1 and ${found}`;

const having = (words: readonly string[]): Condition => [
  words.map(() => 'search like ?').join(' and ') || 'true',
  ...words.map((word) => `% ${word}%`),
];

/**
 * Finds contacts by the beginnings of words. The index of words is asked for the rarest of them, as it reads all that it has
 * about each; those that it finds are looked at for the others, counted, and put in order. A beginning that very many have, such
 * as a single letter, would take as long as there are matches, so there the list is walked in its order until a page is full.
 * Where all that is asked for is frequent, an owner or a tag included, `ContactBits` tells how many there are and where, and which
 * those are where they are few. Which it is follows from the counts, not from statistics that are wrong for a workspace among many.
 */
@Injectable()
export class ContactSearch {
  constructor(private readonly bits: ContactBits) {}

  async for({ q, cursor, sort, status, include_deleted, owner_id, tag }: Asked): Promise<Search> {
    const words = wordsOf(q);
    const uncounted = words.filter((word) => !isCounted(word));
    if (uncounted.length || !words.length) return new Search(words, tag, uncounted, 'words');
    const state = `${include_deleted ? 'any' : 'status'}=${status}`;
    const beside = [owner_id === undefined ? [] : `owner_id=${owner_id}`, tag === undefined ? [] : `tag=${tag}`].flat();
    const [keys, asked] = [
      [state, ...beside],
      [...words, state, ...beside],
    ];
    const known = await this.bits.known(asked);
    const n = (word: string) => known.get(word)?.n ?? 0;
    const rarest = Math.min(...words.map(n));
    const rare = words.filter((word) => n(word) <= rarest * MUCH_MORE);
    // An index has those of an owner in their order; others are passed on the way.
    const all = n(beside[0]?.startsWith('owner_id=') ? beside[0] : state);

    if (asked.every((word) => known.get(word)?.in_bits)) {
      const { found, depth } = await this.bits.spread(asked, PAGE);
      const isByAge = sort === undefined || sort === 'created_at:desc';
      const walked = isByAge ? (depth * all) / n(state) : (PAGE * all) / Math.max(1, found);
      if (walked < found * BY_NUMBER) return new Search(words, tag, rare, 'list', keys);
      return new Search(words, tag, rare, 'bits', keys, await this.bits.numbers(asked));
    }
    if (Math.min(...keys.map(n)) < rarest) return new Search(words, tag, rare, 'filter');
    const likely = words.reduce((part, word) => (part * n(word)) / Math.max(1, all), all);
    // Several words may be rare together; where a page has gone before, they are not.
    const mayWalk = rarest >= FREQUENT && (words.length === 1 || cursor !== undefined);
    const walks = mayWalk && (PAGE * all) / Math.max(1, likely) < rarest * BY_INDEX;
    return new Search(words, tag, rare, walks ? 'list' : 'words');
  }
}
