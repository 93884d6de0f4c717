import { useRead } from '../../kit/api.js';
import { Entries } from '../../kit/entries.js';
import { Go, Section } from '../../kit/page.js';
import { Ready } from '../../kit/states.js';
import { t } from '../../kit/language.js';

/** Milliseconds after which it looks again: sign-ins and refused attempts have no event. */
const EVERY_MS = 15_000;

/** The latest changes, with their actors. */
export function LastChanges() {
  const entries = useRead('/v1/guard/audit-logs', { query: { limit: 10, include: 'resource' }, every: EVERY_MS });
  return (
    <Section title={t('Last changes')} beside={<Go to="/audit-trail">{t('The whole trail')}</Go>}>
      <Ready of={entries}>{({ data, included }) => <Entries of={data} titles={included} />}</Ready>
    </Section>
  );
}
