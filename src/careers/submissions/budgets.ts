/** Submissions in a minute (D-CAR-3). Addresses are written down only as a digest. */
const PER_ADDRESS = { name: 'submit-address', points: 10, seconds: 60, per: 'address', shared: true } as const;
const PER_JOB = { name: 'submit-job', points: 60, seconds: 60, per: 'record', shared: true } as const;

/** Files of visitors in a day (D-SEC-3): 1 GiB. */
const BYTES_PER_JOB = {
  name: 'submit-bytes',
  points: 2 ** 20,
  unit: 'KiB of forms',
  seconds: 86_400,
  per: 'record',
  shared: true,
} as const;

/** Of each way to apply. */
export const SUBMISSION_BUDGETS = [PER_ADDRESS, PER_JOB, BYTES_PER_JOB];

/** The states in which everybody can see that there is a job. */
export const KNOWN_JOBS = [{ status: ['published', 'paused', 'closed'] }];
