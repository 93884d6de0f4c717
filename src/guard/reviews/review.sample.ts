import { randomBytes } from 'node:crypto';
import { encrypted } from '../../../test/support/encrypted.js';
import { type Given, sample } from '../../../test/support/sample.js';

const PATH = '/v1/guard/reviews';

/** Inserts a review as if a policy had asked. It needs more approvals than one. */
async function insert({ suite }: Given, asker: string, approver: string): Promise<string> {
  const id = `rev_0${randomBytes(13).toString('hex').slice(1)}`;
  const need = { policy_id: 'pol_01jz8k3m5n7p9q1r3s5t7v9w1x', policy_name: 'Large deals', approvals: 2 };
  const needs = [{ ...need, approvers: [`user:${approver}`] }];
  const [now, later, nothing] = [suite.clock.iso(), suite.clock.iso(3_600), encrypted(suite, '[]')];
  await suite.database.execute(
    `insert into reviews (workspace_id, id, status, method, path, policies, needs, approvers, requested_by, requested_through, holder,
       resource_ids, seen, request, preview, fingerprint, approved_by, expires_at, created_at, updated_at, revision)
     select workspace_id, $2, 'pending', 'DELETE', '/v1/sales/contacts', '{}', $3, $4, id, 'session', '{}', '{}', '{}', $8, $5, $2, '{}',
       $7, $6, $6, 1 from users where id = $1`,
    [
      asker,
      id,
      JSON.stringify(needs),
      [`user:${approver}`],
      nothing,
      now,
      later,
      encrypted(suite, '{"body":"","ifMatch":null}'),
    ],
  );
  return id;
}

/** A review that a policy asked for. */
async function asked({ client }: Given): Promise<string> {
  const [asker, approver] = [await client.signedIn('sales:editor'), await client.signedIn('sales:editor')];
  const policy = await client.post('/v1/guard/policies', {
    name: 'New contacts',
    effect: 'review',
    principals: [{ type: 'user', id: asker.userId }],
    resources: [{ type: 'sales.contact' }],
    actions: ['sales:write'],
    approvers: [{ type: 'user', id: approver.userId }],
    status: 'active',
  });
  if (policy.status !== 201) throw new Error(policy.text);
  const answer = await asker.client.post('/v1/sales/contacts', { display_name: 'Grace Hopper' });
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body.review_id as string;
}

/** Somebody of the workspace of the walker. */
const someone = async ({ client }: Given) => (await client.signedIn('office:viewer')).userId;

export default sample('guard.review', {
  record: asked,
  access: [{ sees: 'admin', changes: 'owner' }],
  routes: {
    'POST /v1/guard/reviews/:id/approve': {
      own: async ({ userId }, given) => `${PATH}/${await insert(given, await someone(given), userId)}/approve`,
    },
    'POST /v1/guard/reviews/:id/preview': {
      own: async ({ userId }, given) => `${PATH}/${await insert(given, userId, await someone(given))}/preview`,
    },
    'POST /v1/guard/reviews/:id/reject': {
      own: async ({ userId }, given) => `${PATH}/${await insert(given, await someone(given), userId)}/reject`,
      body: { reason: 'Too much discount' },
      invalid: [{}, { reason: '' }],
    },
    'POST /v1/guard/reviews/:id/cancel': {
      own: async ({ userId }, given) => `${PATH}/${await insert(given, userId, await someone(given))}/cancel`,
    },
  },
});
