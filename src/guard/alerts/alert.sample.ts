import { randomBytes } from 'node:crypto';
import { sample } from '../../../test/support/sample.js';

export default sample('guard.alert', {
  /** Inserted like by the evaluator, and then acknowledged: no request creates alerts. */
  async record({ suite, client, make }) {
    const id = `alr_0${randomBytes(13).toString('hex').slice(1)}`;
    await suite.database.execute(
      `insert into alerts (workspace_id, id, rule_id, title, severity, status, dedup_key, event_count, first_event_at, last_event_at,
         sample_audit_ids, dedup_until, created_at, updated_at, revision)
       select workspace_id, $2, id, name, severity, 'open', '', 1, $3, $3, '{}', $3, $3, $3, 1 from alert_rules where id = $1`,
      [await make('guard.alert_rule'), id, suite.clock.iso()],
    );
    await client.patch(`/v1/guard/alerts/${id}`, { status: 'acknowledged' });
    return id;
  },
  update: { status: 'open' },
  routes: {
    'PATCH /v1/guard/alerts/:id': { invalid: [{ status: 'resolved' }, { status: 'gone' }, { resolution: 'benign' }] },
  },
});
