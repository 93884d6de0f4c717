import { Calm, Entries, Ready, Section, type Shown, useRead } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** Milliseconds around an entry in which others of its request are looked for. */
const AROUND_MS = 2000;
/** Entries of one caller at that time that are looked at. */
const MAX_ENTRIES = 100;

/** The other entries of one request. The API finds entries by time and caller, and each entry names its request. */
export function SameRequest({ of: { id, timestamp, actor, request_id } }: { of: Shown<'AuditEntry'> }) {
  const near = (ms: number) => new Date(Date.parse(timestamp) + ms).toISOString();
  const around = useRead('/v1/guard/audit-logs', {
    query: {
      actor_id: actor.id ?? undefined,
      from: near(-AROUND_MS),
      to: near(AROUND_MS),
      limit: MAX_ENTRIES,
      include: 'resource',
    },
  });
  return (
    <Section title={t('By the same request')}>
      <Ready of={around}>
        {({ data, meta, included }) => {
          const others = data.filter((each) => each.request_id === request_id && each.id !== id);
          return (
            <>
              {others.length ? (
                <Entries of={others} titles={included} />
              ) : (
                <Calm icon="minus">{t('Nothing else')}</Calm>
              )}
              {meta.has_more && (
                <p className="soft">
                  {t('They did much at that time: the last {most} of those entries were looked at.', {
                    most: MAX_ENTRIES,
                  })}
                </p>
              )}
            </>
          );
        }}
      </Ready>
    </Section>
  );
}
