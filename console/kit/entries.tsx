import type { Shown } from './api.js';
import { Id } from './id.js';
import { Named } from './named.js';
import { Go } from './page.js';
import { prefixOf } from './resources.js';
import { Tag } from './tag.js';
import { When } from './when.js';
import { actionInWords, worded } from './words.js';
import { t } from './language.js';
import { rich } from './rich.js';

type Entry = Pick<Shown<'AuditEntry'>, 'id' | 'action' | 'actor' | 'resource' | 'timestamp'> &
  Partial<Pick<Shown<'AuditEntry'>, 'outcome' | 'ip_address' | 'changes'>>;

type PlaceOfEntry = Pick<Entry, 'id' | 'timestamp'> & { resource: Pick<Entry['resource'], 'id'> };

/** The page of an entry. The API has no single one: it is found among those of its time and record. */
export const placeOfEntry = ({ id, timestamp, resource }: PlaceOfEntry) => ({
  to: `/audit-trail/entries/${id}`,
  search: { at: timestamp, ...(resource.id && { of: resource.id }) },
});

/** Titles of records by their ids, as an answer has them `included`. */
export type Titles = Readonly<Record<string, { readonly title?: unknown }>>;

/** The same of an answer that lists them. */
export const titlesIn = (records: readonly Shown<'RecordTitle'>[]): Titles =>
  Object.fromEntries(records.map((record) => [record.id, record]));

/** Letters at the end of an id by which people tell it from others. */
const END = 6;

/** The name that a record had before a change or its deletion for good. Null where that left the name as it was. */
export function formerNameOf({ changes }: Pick<Entry, 'changes'>): string | null {
  const fields = changes as Record<string, { from?: unknown }> | null;
  const before = fields?.title?.from ?? fields?.name?.from;
  return typeof before === 'string' && before ? before : null;
}

interface RecordOfProps {
  of: Entry['resource'];
  titles: Titles | undefined;
  /** The name that it had before the entry. */
  former?: string | null;
}

/**
 * The record of an entry by its title. A record without one has its type, with the name that it had or the end of its id:
 * `Job …84rw83`.
 */
export function RecordOf({ of: { type, id }, titles, former = null }: RecordOfProps) {
  if (id === null || !prefixOf(id)) return id?.slice(0, 100);
  const title = titles?.[id]?.title as string | undefined;
  const kind = worded(type.slice(type.indexOf('.') + 1));
  return (
    <>
      <Id of={id} as={title ?? (former ? kind : `${kind} …${id.slice(-END)}`)} />
      {former && former !== title && (
        <span className="soft"> {t('formerly “{former}”', { former: former.slice(0, 100) })}</span>
      )}
    </>
  );
}

/** Entries of the audit log: what was done, to what, by whom and from where. */
export const Entries = ({ of, titles }: { of: readonly Entry[]; titles: Titles | undefined }) => (
  <ul className="rows rows-wide">
    {of.map(({ id, action, actor, resource, outcome = 'success', ip_address, changes, timestamp }) => (
      <li key={id}>
        <Go {...placeOfEntry({ id, timestamp, resource })} className="plain">
          <Tag tone={outcome === 'success' ? 'none' : 'bad'}>{actionInWords(action)}</Tag>
        </Go>
        <span>
          <RecordOf of={resource} titles={titles} former={formerNameOf({ changes })} />
          <span className="soft">
            {' '}
            {outcome !== 'success' && ` ${outcome === 'denied' ? t('refused') : t('failed')},`}{' '}
            {rich('by {who}', { who: actor.email ?? (actor.id ? <Named of={actor.id} /> : worded(actor.type)) })}{' '}
            {ip_address && t('from {ip_address}', { ip_address })}
          </span>
        </span>
        <When at={timestamp} />
      </li>
    ))}
  </ul>
);
