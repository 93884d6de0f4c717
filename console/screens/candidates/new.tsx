import { useState } from 'react';
import { Dialog, Problem, useRead } from '../../kit/index.js';
import { PickOne } from '../../kit/pick.js';
import { Apply } from './apply.js';

const OPEN = { status: 'published' };

/** Creates a candidate from the list of all jobs: asks for the job first, as its form has the questions. */
export function NewCandidate({ job: given = null, close }: { job?: string | null; close: () => void }) {
  const [id, pick] = useState(given);
  const job = useRead('/v1/careers/jobs/{id}', { path: { id: id ?? '' }, when: id !== null });
  if (job.data) return <Apply to={job.data} close={close} />;
  return (
    <Dialog onClose={close} title="New candidate">
      {job.error && <Problem error={job.error} />}
      <PickOne
        of="job"
        only={OPEN}
        label="Job"
        description="Jobs that are published: others take no applications."
        required
        value={id ?? ''}
        onChange={(picked) => pick(picked || null)}
        data-autofocus
      />
    </Dialog>
  );
}
