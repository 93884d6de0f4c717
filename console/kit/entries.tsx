import type { Shown } from './api.js';
import { Id } from './id.js';
import { Named } from './named.js';
import { prefixOf } from './resources.js';
import { Tag } from './tag.js';
import { When } from './when.js';

type Entry = Pick<Shown<'AuditEntry'>, 'id' | 'action' | 'actor' | 'resource' | 'timestamp'> &
  Partial<Pick<Shown<'AuditEntry'>, 'outcome' | 'ip_address'>>;

/** Entries of the audit log: what was done, to what, by whom and from where. */
export const Entries = ({ of }: { of: readonly Entry[] }) => (
  <ul className="rows rows-wide">
    {of.map(({ id, action, actor, resource, outcome = 'success', ip_address, timestamp }) => (
      <li key={id}>
        {outcome === 'success' ? <Tag>{action}</Tag> : <Tag tone="bad">{action}</Tag>}
        <span>
          {resource.id && (prefixOf(resource.id) ? <Id of={resource.id} /> : resource.id)}
          <span className="soft">
            {outcome !== 'success' && ` ${outcome === 'denied' ? 'refused' : 'failed'},`}
            {' by '}
            {actor.email ?? (actor.id ? <Named of={actor.id} /> : actor.type)}
            {ip_address && ` from ${ip_address}`}
          </span>
        </span>
        <When at={timestamp} />
      </li>
    ))}
  </ul>
);
