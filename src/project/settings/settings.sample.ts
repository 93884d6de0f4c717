import { requests } from '../../../test/support/sample.js';

export default requests({
  'PATCH /v1/project/settings': {
    body: { time_rounding: 'nearest' },
    invalid: [
      { time_rounding: 'sideways' },
      { time_rounding_minutes: 0 },
      { time_rounding_minutes: 61 },
      { time_locked_before: '2026-02-30' },
      { currency: 'eur' },
      { currency: 'ZZZ' },
      { timer_reminder_hours: 0 },
      { due_reminder_days: 31 },
      { auto_archive_days: 0 },
    ],
  },
});
