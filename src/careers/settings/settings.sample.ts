import { requests } from '../../../test/support/sample.js';

export default requests({
  'PATCH /v1/careers/settings': {
    body: { application_retention_days: 180 },
    invalid: [
      { application_retention_days: 0 },
      { application_retention_days: 3651 },
      { application_retention_days: '180' },
      { job_page: 'https://example.com/jobs' },
      { job_page: 'javascript:alert({id})' },
      { job_page: 'https://{id}:x/' },
    ],
  },
});
