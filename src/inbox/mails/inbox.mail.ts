import type { KnownUser } from '../../access/index.js';
import type { Message, NoticeKind } from '../../platform/index.js';
import type { TitledRecord } from '../items/item-records.js';
import type { Line } from '../items/lines.js';

/** Lines that a mail lists. It says how many more there are. */
export const MAX_LISTED = 20;
/** Characters of a title in a subject. */
const MAX_TITLE = 100;

/** Words for one notice, and for many. */
const WORDS: Record<NoticeKind, readonly [one: string, many: string]> = {
  mention: ['You were mentioned', 'mentions'],
  assignment: ['Assigned to you', 'assignments'],
  review: ['Approval needed', 'approvals needed'],
  decision: ['Your request was decided', 'requests decided'],
  application: ['New application', 'applications'],
  deal: ['Deal closed', 'deals closed'],
  due: ['Due today', 'tasks due today'],
  import: ['An import has ended', 'imports have ended'],
  export: ['An export is ready', 'exports are ready'],
  webhook: ['A webhook was paused', 'webhooks were paused'],
  alert: ['Alert', 'alerts'],
  comment: ['New comment', 'comments'],
  change: ['Changed', 'changes'],
};
const BY_EVENT: Readonly<Record<string, string>> = {
  'sales.deal.won': 'Deal won',
  'sales.deal.lost': 'Deal lost',
  'guard.review.executed': 'Your request was approved',
  'guard.review.failed': 'Your request could not be run',
  'guard.review.rejected': 'Your request was rejected',
  'guard.review.expired': 'Your request has expired',
};

interface Shown {
  line: Pick<Line, 'kind' | 'event' | 'count' | 'actor_id'>;
  records: readonly TitledRecord[];
}

interface About {
  /** Names of people, by id. */
  actors: ReadonlyMap<string, string>;
  /** Number of further items. */
  more: number;
  /** Address of the suite. */
  root: string;
}

/** The mail about new items. One item leads to its record, several lead to the inbox. */
export function inboxMail(
  user: Pick<KnownUser, 'email' | 'display_name'>,
  shown: readonly Shown[],
  about: About,
): Message {
  const { actors, more, root } = about;
  const pages = `${root.replace(/\/$/, '')}/console`;
  const items = shown.map((each) => sentenceOf(each, actors));
  const count = shown.length + more;
  const [only] = count === 1 ? shown : [];
  const record = only?.records.length === 1 ? only.records[0] : null;
  return {
    to: user.email,
    subject: only ? sentenceOf(only, new Map(), MAX_TITLE) : `${count} new items in your inbox`,
    letter: {
      to: user.display_name,
      lines: only ? items : ['this is new in your inbox:'],
      items: only ? [] : [...items, ...(more ? [`and ${more} more`] : [])],
      button: record
        ? { label: 'Open', link: `${pages}/records/id/${record.id}` }
        : { label: 'Open your inbox', link: `${pages}/inbox` },
      notes: ['You get this mail because of the settings of your inbox.'],
    },
  };
}

function sentenceOf({ line, records }: Shown, actors: ReadonlyMap<string, string>, max = Infinity): string {
  const { kind, event, count, actor_id } = line;
  const [one, many] = WORDS[kind];
  const title = records[0]!.title && cut(records[0]!.title, max);
  const by = actor_id && actors.has(actor_id) ? ` (${actors.get(actor_id)})` : '';
  if (records.length > 1) return `${count} ${many}${title ? `, such as ${title}` : ''}${by}`;
  const words = (event && BY_EVENT[event]) ?? one;
  return `${words}${count > 1 ? ` (${count} times)` : ''}${title ? `: ${title}` : ''}${by}`;
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${[...text].slice(0, max - 1).join('')}…` : text;
