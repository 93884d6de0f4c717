import type { Row } from '../../kit/api.js';
import type { IconName } from '../../kit/icons.js';
import { placeOf } from '../../kit/id.js';
import { Named } from '../../kit/named.js';
import { Go } from '../../kit/page.js';
import { worded } from '../../kit/words.js';
import { plural, t } from '../../kit/language.js';
import { fill } from '../../kit/rich.js';

export type Item = Row<'/v1/inbox'>;

interface Kind {
  /** In the settings. */
  title: string;
  icon: IconName;
  /** With one record: `{who} assigned {record} to you`. */
  line: (item: Item) => string;
  /** With several: `12 tasks were assigned to you`. */
  many: string;
}

const DEALS: Record<string, string> = {
  'sales.deal.won': t('{record} is won'),
  'sales.deal.lost': t('{record} is lost'),
};
const CHANGES: Record<string, string> = {
  deleted: t('{who} deleted {record}'),
  restored: t('{who} restored {record}'),
};

const DECISIONS: Record<string, string> = {
  'guard.review.executed': t('Your request was approved: {record}'),
  'guard.review.failed': t('Your request could not be run: {record}'),
  'guard.review.rejected': t('Your request was rejected: {record}'),
  'guard.review.expired': t('Your request has expired: {record}'),
};

/** Words for each kind. */
const KINDS: Record<string, Kind> = {
  mention: {
    title: t('Mentions of you'),
    icon: 'user',
    line: () => t('{who} mentioned you in {record}'),
    many: t('{records} mention you'),
  },
  assignment: {
    title: t('Assignments to you'),
    icon: 'user',
    line: () => t('{who} assigned {record} to you'),
    many: t('{records} were assigned to you'),
  },
  review: {
    title: t('Requests that wait for your approval'),
    icon: 'shield',
    line: () => t('{who} asks for your approval: {record}'),
    many: t('{records} wait for your approval'),
  },
  decision: {
    title: t('Decisions about your requests'),
    icon: 'check',
    line: ({ event }) => DECISIONS[event ?? ''] ?? t('Your request was decided: {record}'),
    many: t('{records} were decided'),
  },
  comment: {
    title: t('Comments and notes'),
    icon: 'edit',
    line: () => t('{who} wrote about {record}'),
    many: t('{records} have new comments'),
  },
  change: {
    title: t('Changes of what you follow'),
    icon: 'refresh',
    line: ({ event }) => CHANGES[event?.split('.').at(-1) ?? ''] ?? t('{who} changed {record}'),
    many: t('{records} were changed'),
  },
  application: {
    title: t('Applications to your jobs'),
    icon: 'inbox',
    line: () => t('New application: {record}'),
    many: t('{records} came to your jobs'),
  },
  deal: {
    title: t('Your deals, won or lost'),
    icon: 'check',
    line: ({ event }) => DEALS[event ?? ''] ?? t('{record} is closed'),
    many: t('{records} were closed'),
  },
  due: {
    title: t('Tasks that are due today'),
    icon: 'clock',
    line: () => t('{record} is due today'),
    many: t('{records} are due today'),
  },
  import: {
    title: t('Imports'),
    icon: 'upload',
    line: () => t('Your import has ended: {record}'),
    many: t('{records} have ended'),
  },
  export: {
    title: t('Exports'),
    icon: 'download',
    line: () => t('Your export is ready: {record}'),
    many: t('{records} are ready'),
  },
  webhook: {
    title: t('Webhooks that fail'),
    icon: 'webhook',
    line: () => t('{record} is paused, because its receiver fails'),
    many: t('{records} are paused'),
  },
  alert: {
    title: t('Alerts'),
    icon: 'alert',
    line: () => t('Alert: {record}'),
    many: t('{records} were raised'),
  },
};

export const kindOf = (kind: string): Kind =>
  KINDS[kind] ?? {
    title: worded(kind),
    icon: 'bell',
    line: () => t('{kind}: {record}', { kind: worded(kind), record: '{record}' }),
    many: t('{records} are new'),
  };

/** Records of a type and their number, by the end of its name. */
const COUNTED: Record<string, (count: number) => string> = {
  alert: (count) => plural(count, '{count} alert', '{count} alerts'),
  application: (count) => plural(count, '{count} application', '{count} applications'),
  contact: (count) => plural(count, '{count} contact', '{count} contacts'),
  deal: (count) => plural(count, '{count} deal', '{count} deals'),
  document: (count) => plural(count, '{count} document', '{count} documents'),
  job: (count) => plural(count, '{count} job', '{count} jobs'),
  project: (count) => plural(count, '{count} project', '{count} projects'),
  review: (count) => plural(count, '{count} request', '{count} requests'),
  sheet: (count) => plural(count, '{count} spreadsheet', '{count} spreadsheets'),
  spreadsheet: (count) => plural(count, '{count} spreadsheet', '{count} spreadsheets'),
  task: (count) => plural(count, '{count} task', '{count} tasks'),
};

/** `project.task` → `task`. */
const nameOf = (type: string): string => type.split('.').at(-1)!;

/** What an item says, with links to its records. */
export function Line({ of: item }: { of: Item }) {
  const { line, many } = kindOf(item.kind);
  const name = nameOf(item.record_type);
  const link = ({ id, title }: Item['records'][number]) => (
    <Go key={id} to={placeOf(id)}>
      {title ?? worded(name)}
    </Go>
  );
  const [first, ...others] = item.records;
  if (!first || others.length > 0)
    return (
      <>
        {fill(many, {
          records: COUNTED[name]?.(item.count) ?? plural(item.count, '{count} record', '{count} records'),
        })}
        {first && ': '}
        {item.records.flatMap((record, at) => (at ? [', ', link(record)] : [link(record)]))}
        {item.count > item.records.length && first && ' …'}
      </>
    );
  return (
    <>
      {fill(line(item), {
        who: item.actor_id ? <Named of={item.actor_id} /> : t('Somebody'),
        record: link(first),
      })}
      {item.count > 1 && <span className="soft"> · {plural(item.count, '{count} time', '{count} times')}</span>}
    </>
  );
}
