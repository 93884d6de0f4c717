import type { KnownUser } from '../../access/index.js';
import {
  deferred,
  type Language,
  type Message,
  type NoticeKind,
  numberInWords,
  t,
  translated,
} from '../../platform/index.js';
import type { TitledRecord } from '../items/item-records.js';
import type { Line } from '../items/lines.js';

/** Lines that a mail lists. It says how many more there are. */
export const MAX_LISTED = 20;
/** Characters of a title in a subject. */
const MAX_TITLE = 100;

/** Words for one notice, and for many. */
const WORDS: Record<NoticeKind, readonly [one: string, many: string]> = {
  mention: [deferred('You were mentioned'), deferred('mentions')],
  assignment: [deferred('Assigned to you'), deferred('assignments')],
  review: [deferred('Approval needed'), deferred('approvals needed')],
  decision: [deferred('Your request was decided'), deferred('requests decided')],
  application: [deferred('New application'), deferred('applications')],
  deal: [deferred('Deal closed'), deferred('deals closed')],
  due: [deferred('Due today'), deferred('tasks due today')],
  import: [deferred('An import has ended'), deferred('imports have ended')],
  export: [deferred('An export is ready'), deferred('exports are ready')],
  webhook: [deferred('A webhook was paused'), deferred('webhooks were paused')],
  alert: [deferred('Alert'), deferred('alerts')],
  comment: [deferred('New comment'), deferred('comments')],
  change: [deferred('Changed'), deferred('changes')],
};
const BY_EVENT: Readonly<Record<string, string>> = {
  'sales.deal.won': deferred('Deal won'),
  'sales.deal.lost': deferred('Deal lost'),
  'guard.review.executed': deferred('Your request was approved'),
  'guard.review.failed': deferred('Your request could not be run'),
  'guard.review.rejected': deferred('Your request was rejected'),
  'guard.review.expired': deferred('Your request has expired'),
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
  language: Language;
}

/** The mail about new items. One item leads to its record, several lead to the inbox. */
export function inboxMail(
  user: Pick<KnownUser, 'email' | 'display_name'>,
  shown: readonly Shown[],
  about: About,
): Message {
  const { actors, more, root, language } = about;
  const pages = `${root.replace(/\/$/, '')}/console`;
  const items = shown.map((each) => sentenceOf(each, actors, language));
  const count = shown.length + more;
  const [only] = count === 1 ? shown : [];
  const record = only?.records.length === 1 ? only.records[0] : null;
  const further = more ? [t('and {count} more', { count: numberInWords(more, language) }, language)] : [];
  return {
    to: user.email,
    subject: only
      ? sentenceOf(only, new Map(), language, MAX_TITLE)
      : t('{count} new items in your inbox', { count: numberInWords(count, language) }, language),
    letter: {
      to: user.display_name,
      lines: only ? items : [t('this is new in your inbox:', {}, language)],
      items: only ? [] : [...items, ...further],
      button: record
        ? { label: t('Open', {}, language), link: `${pages}/records/id/${record.id}` }
        : { label: t('Open your inbox', {}, language), link: `${pages}/inbox` },
      notes: [t('You get this mail because of the settings of your inbox.', {}, language)],
    },
    language,
  };
}

function sentenceOf(
  { line, records }: Shown,
  actors: ReadonlyMap<string, string>,
  language: Language,
  max = Infinity,
): string {
  const { kind, event, actor_id } = line;
  const [one, many] = WORDS[kind];
  const title = records[0]!.title && cut(records[0]!.title, max);
  const by = actor_id && actors.has(actor_id) ? ` (${actors.get(actor_id)})` : '';
  const count = numberInWords(line.count, language);
  if (records.length > 1) {
    const what = `${count} ${translated(many, language)}`;
    return `${title ? t('{what}, such as {title}', { what, title }, language) : what}${by}`;
  }
  const what = translated((event && BY_EVENT[event]) ?? one, language);
  const often = line.count > 1 ? t('{what} ({count} times)', { what, count }, language) : what;
  return `${often}${title ? `: ${title}` : ''}${by}`;
}

const cut = (text: string, max: number): string =>
  text.length > max ? `${[...text].slice(0, max - 1).join('')}…` : text;
