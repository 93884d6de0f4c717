import { requests } from '../../../test/support/sample.js';

export default requests({
  'PATCH /v1/access/settings': {
    body: { session_idle_minutes: 60 },
    invalid: [
      { mfa: 'sometimes' },
      { password_sign_in: false },
      { session_idle_minutes: 14 },
      { session_idle_minutes: 20_161 },
      { session_max_days: 0 },
      { session_max_days: 91 },
      { session_max_days: null },
      { apps: 'none' },
    ],
  },
});
