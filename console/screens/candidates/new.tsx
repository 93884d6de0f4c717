import { useState } from 'react';
import { Alert } from '@mantine/core';
import { Dialog, Go, Icon, Problem, type Shown, useRead, worded } from '../../kit/index.js';
import { PickOne } from '../../kit/pick.js';
import { Apply } from './apply.js';
import { inSentence, t } from '../../kit/language.js';

const OPEN = { status: 'published' };

/** Creates a candidate: asks for the job first, as its form has the questions, unless it is that of the list. */
export function NewCandidate({ job: given = null, close }: { job?: string | null; close: () => void }) {
  const [id, pick] = useState(given);
  const job = useRead('/v1/careers/jobs/{id}', { path: { id: id ?? '' }, when: id !== null });
  if (job.data?.status === 'published') return <Apply to={job.data} close={close} />;
  return (
    <Dialog onClose={close} title={t('New candidate')}>
      <div className="stack">
        {job.error && <Problem error={job.error} />}
        {job.data && <TakesNone of={job.data} />}
        <PickOne
          of="job"
          only={OPEN}
          label={job.data ? t('Another job') : t('Job')}
          description={t('Jobs that are published: others take no applications.')}
          required
          value={job.data ? '' : (id ?? '')}
          onChange={(picked) => picked && pick(picked)}
          data-autofocus
        />
      </div>
    </Dialog>
  );
}

/** Says so before anything is typed, and leads to where it can be published. */
const TakesNone = ({ of: { id, title, status } }: { of: Shown<'Job'> }) => (
  <Alert role="status" color="yellow" variant="light" className="note" icon={<Icon name="alert" />}>
    <Go to={`/jobs/${id}`}>{title}</Go>{' '}
    {t('takes no applications: its status is {status}.', { status: inSentence(worded(status)) })}
  </Alert>
);
