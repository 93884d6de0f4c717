import { useQuery } from '@tanstack/react-query';
import { SuiteError } from '#client';
import { Problem } from '../errors.js';
import { Calm, Loading } from '../states.js';
import { type Tried, tryOut, wasStopped } from './try.js';
import { WrittenChanges } from './written-changes.js';
import { t } from '../language.js';

/** The outcome of a request, found by a dry run: its changes, why it would be refused, or that it would wait for an approval. */
export default function WouldChange({ of }: { of: Tried }) {
  const { data, error } = useQuery({
    queryKey: ['dry run', of],
    queryFn: () => tryOut(of),
    // Each preview shows the records as they are now.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  if (error instanceof SuiteError && wasStopped(error))
    return <p className="soft">{t('This changes too many records for a preview.')}</p>;
  if (error) return <Problem error={error} />;
  if (!data) return <Loading rows={3} />;
  return (
    <div className="stack" role="status" aria-label={t('Preview')}>
      {data.needs_review && data.needs_review.length > 0 && (
        <Calm icon="clock">{t('This would wait for an approval.')}</Calm>
      )}
      <WrittenChanges of={data.changes} />
      {data.changes.length === 0 && <Calm icon="minus">{t('Nothing would change that you may see.')}</Calm>}
    </div>
  );
}
