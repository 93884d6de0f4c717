import { Go, Id, prefixOf, Ready, Section, Tag, useRead, When } from '../../kit/index.js';

/** Milliseconds after which it looks again. */
const EVERY_MS = 15_000;

/** What was done last, by whom. */
export function LastChanges() {
  const entries = useRead('/v1/guard/audit-logs', { query: { limit: 10 }, every: EVERY_MS });
  return (
    <Section title="Last changes" beside={<Go to="/audit-trail">The whole trail</Go>}>
      <Ready of={entries}>
        {({ data }) => (
          <ul className="rows rows-wide">
            {data.map(({ id, action, actor, resource, outcome, timestamp }) => (
              <li key={id}>
                {outcome === 'success' ? <Tag>{action}</Tag> : <Tag tone="bad">{action}</Tag>}
                <span>
                  {resource?.id && (prefixOf(resource.id) ? <Id of={resource.id} /> : resource.id)}
                  <span className="soft"> by {actor.email ?? (actor.id ? <Id of={actor.id} /> : actor.type)}</span>
                </span>
                <When at={timestamp} />
              </li>
            ))}
          </ul>
        )}
      </Ready>
    </Section>
  );
}
