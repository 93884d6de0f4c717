import type { Row } from '../../kit/api.js';
import type { IconName } from '../../kit/icons.js';
import { placeOf } from '../../kit/id.js';
import { Named } from '../../kit/named.js';
import { Go } from '../../kit/page.js';
import { counted, worded } from '../../kit/words.js';

export type Item = Row<'/v1/inbox'>;

interface Kind {
  /** In the settings. */
  title: string;
  icon: IconName;
  /** Around the title of the record. */
  line: (item: Item) => readonly [before: string, after?: string];
  /** After a number of records: `12 tasks were assigned to you`. */
  many: string;
  /** Begins with the name of whoever did it. */
  byName?: true;
}

const DEALS: Record<string, string> = { 'sales.deal.won': 'is won', 'sales.deal.lost': 'is lost' };
const CHANGES: Record<string, string> = { deleted: 'deleted', restored: 'restored' };

const DECISIONS: Record<string, string> = {
  'guard.review.executed': 'was approved',
  'guard.review.failed': 'could not be run',
  'guard.review.rejected': 'was rejected',
  'guard.review.expired': 'has expired',
};

/** Words for each kind. */
const KINDS: Record<string, Kind> = {
  mention: {
    title: 'Mentions of you',
    icon: 'user',
    byName: true,
    line: () => ['mentioned you in'],
    many: 'mention you',
  },
  assignment: {
    title: 'Assignments to you',
    icon: 'user',
    byName: true,
    line: () => ['assigned', 'to you'],
    many: 'were assigned to you',
  },
  review: {
    title: 'Requests that wait for your approval',
    icon: 'shield',
    byName: true,
    line: () => ['asks for your approval:'],
    many: 'wait for your approval',
  },
  decision: {
    title: 'Decisions about your requests',
    icon: 'check',
    line: ({ event }) => [`Your request ${DECISIONS[event ?? ''] ?? 'was decided'}:`],
    many: 'were decided',
  },
  comment: {
    title: 'Comments and notes',
    icon: 'edit',
    byName: true,
    line: () => ['wrote about'],
    many: 'have new comments',
  },
  change: {
    title: 'Changes of what you follow',
    icon: 'refresh',
    byName: true,
    line: ({ event }) => [CHANGES[event?.split('.').at(-1) ?? ''] ?? 'changed'],
    many: 'were changed',
  },
  application: {
    title: 'Applications to your jobs',
    icon: 'inbox',
    line: () => ['New application:'],
    many: 'came to your jobs',
  },
  deal: {
    title: 'Your deals, won or lost',
    icon: 'check',
    line: ({ event }) => ['', DEALS[event ?? ''] ?? 'is closed'],
    many: 'were closed',
  },
  due: { title: 'Tasks that are due today', icon: 'clock', line: () => ['', 'is due today'], many: 'are due today' },
  import: { title: 'Imports', icon: 'upload', line: () => ['Your import has ended:'], many: 'have ended' },
  export: { title: 'Exports', icon: 'download', line: () => ['Your export is ready:'], many: 'are ready' },
  webhook: {
    title: 'Webhooks that fail',
    icon: 'webhook',
    line: () => ['', 'is paused, because its receiver fails'],
    many: 'are paused',
  },
  alert: { title: 'Alerts', icon: 'alert', line: () => ['Alert:'], many: 'were raised' },
};

export const kindOf = (kind: string): Kind =>
  KINDS[kind] ?? { title: worded(kind), icon: 'bell', line: () => [`${worded(kind)}:`], many: 'are new' };

const NOUNS: Record<string, string> = { sheet: 'spreadsheet', review: 'request' };

/** `project.task` → `task`. */
const nounOf = (type: string): string => {
  const name = type.split('.').at(-1)!;
  return NOUNS[name] ?? name.replaceAll('_', ' ');
};

/** What an item says, with links to its records. */
export function Line({ of: item }: { of: Item }) {
  const { line, many, byName } = kindOf(item.kind);
  const link = ({ id, title }: Item['records'][number]) => (
    <Go key={id} to={placeOf(id)}>
      {title ?? worded(nounOf(item.record_type))}
    </Go>
  );
  const [first, ...others] = item.records;
  if (!first || others.length > 0)
    return (
      <>
        {counted(item.count, nounOf(item.record_type))} {many}
        {first && ': '}
        {item.records.flatMap((record, at) => (at ? [', ', link(record)] : [link(record)]))}
        {item.count > item.records.length && first && ' …'}
      </>
    );
  const [before, after] = line(item);
  return (
    <>
      {byName && <>{item.actor_id ? <Named of={item.actor_id} /> : 'Somebody'} </>}
      {before && `${before} `}
      {link(first)}
      {after && ` ${after}`}
      {item.count > 1 && <span className="soft"> · {counted(item.count, 'time')}</span>}
    </>
  );
}
