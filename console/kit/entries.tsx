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
  Partial<Pick<Shown<'AuditEntry'>, 'outcome' | 'ip_address'>>;

/** The page of an entry. The API has no single one: it is found among those of its time and record. */
export const placeOfEntry = ({ id, timestamp, resource }: Pick<Entry, 'id' | 'timestamp' | 'resource'>) => ({
  to: `/audit-trail/entries/${id}`,
  search: { at: timestamp, ...(resource.id && { of: resource.id }) },
});

/** Letters at the end of an id by which people tell it from others. */
const END = 6;

/** A record by its type and the end of its id, because it may have no name any more: `Job …84rw83`. */
export const recordInWords = ({ type, id }: Entry['resource']): string =>
  `${worded(type.slice(type.indexOf('.') + 1))} …${id!.slice(-END)}`;

/** Entries of the audit log: what was done, to what, by whom and from where. */
export const Entries = ({ of }: { of: readonly Entry[] }) => (
  <ul className="rows rows-wide">
    {of.map(({ id, action, actor, resource, outcome = 'success', ip_address, timestamp }) => (
      <li key={id}>
        <Go {...placeOfEntry({ id, timestamp, resource })} className="plain">
          <Tag tone={outcome === 'success' ? 'none' : 'bad'}>{actionInWords(action)}</Tag>
        </Go>
        <span>
          {resource.id && (prefixOf(resource.id) ? <Id of={resource.id} as={recordInWords(resource)} /> : resource.id)}
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
