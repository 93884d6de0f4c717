import { Injectable } from '@nestjs/common';
import { type Condition, type CountedFilter, currentContext, Database, wordsOf } from '../../platform/index.js';

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

/** What a look at one record of a walk costs against one of an index of words, and that of one of its entries. */
const WALKED = 4;
const ENTRY = 0.1;
const PAGE = 21;

/** What somebody looks for, and how it is found. It stands in the place of `q`, and is its words for cursors. */
export class Search {
  constructor(
    private readonly words: readonly string[],
    /** So many have all of the words that the newest are found by looking through the list. */
    private readonly often: boolean,
  ) {}

  get condition(): Condition {
    if (!this.words.length) return ['false'];
    if (this.often)
      return [this.words.map(() => 'search like ?').join(' and '), ...this.words.map((word) => `% ${word}%`)];
    // By its place in the table, as the planner would not know from how few records the page is to be taken.
    const found = `select c.ctid from sales_contacts c where c.workspace_id = $1 and ${INDEXED('c.')} @@ ?::tsquery`;
    return [`ctid = any(array(${found}))`, this.#query];
  }

  /** What the counts know it by. */
  get counted(): CountedFilter | undefined {
    const [word] = this.words;
    return this.words.length === 1 && isCounted(word!) ? { dims: { prefixes: [word] } } : undefined;
  }

  /** For the number of contacts where the counts do not tell it: what lets the index of words serve. */
  get indexed(): Condition | null {
    return this.often ? [`${INDEXED('')} @@ ?::tsquery`, this.#query] : null;
  }

  get #query(): string {
    const { workspaceId } = currentContext();
    return this.words.map((word) => `'${workspaceId} ${word}':*`).join(' & ');
  }

  toJSON(): readonly string[] {
    return this.words;
  }
}

const INDEXED = (alias: string) => `contact_words(${alias}workspace_id, ${alias}search)`;

/**
 * Finds contacts by the beginnings of words. Those with rare words come from the index of words and are then put in order.
 * A beginning that very many have, such as a single letter, would take as long as there are matches, so the list is walked
 * in its order until a page is full. Which it is follows from the counts, not from statistics that are wrong for a
 * workspace among many.
 */
@Injectable()
export class ContactSearch {
  constructor(private readonly database: Database) {}

  async for(q: string): Promise<Search> {
    const words = wordsOf(q);
    if (!words.length || !words.every(isCounted)) return new Search(words, false);
    const [row] = await this.database.lookup<{ all: number; each: number[] }>(
      `select (${SUM} and kind = 'all') as all,
         array(select (${SUM} and kind = 'prefixes=' || word) from unnest($2::text[]) word) as each`,
      [currentContext().workspaceId, words],
    );
    const { all, each } = row!;
    const likely = Math.max(
      1,
      each.reduce((part, n) => (part * n) / Math.max(1, all), all),
    );
    const walk = (WALKED * PAGE * all) / likely;
    const index = likely + ENTRY * each.reduce((sum, n) => sum + n, 0);
    return new Search(words, walk < index);
  }
}

/** What is added up by now is near enough. */
const SUM = `select coalesce(sum(n), 0)::float8 from record_counts where workspace_id = $1 and resource = 'sales.contact'`;
