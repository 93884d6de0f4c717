import { requests } from '../../../test/support/sample.js';

export default requests({
  'PATCH /v1/guard/settings': {
    body: { audit_retention_days: 400 },
    invalid: [
      { audit_retention_days: 29 },
      { audit_retention_days: 3651 },
      { audit_retention_days: 90.5 },
      { audit_retention_days: '90' },
      { audit_retention_days: null },
      { alert_retention_days: 29 },
      { checkpoint_email: 'nobody' },
    ],
  },
});
