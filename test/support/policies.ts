import { expect } from 'vitest';
import type { Client } from './test-app.js';

export const POLICIES = '/v1/guard/policies';
export const ANY = [{ type: 'any' }];

/** Nobody deletes documents, unless told otherwise. */
export const policy = (facts: object = {}) => ({
  name: 'Quiet',
  effect: 'deny',
  principals: ANY,
  resources: [{ type: 'office.document' }],
  actions: ['office:delete'],
  ...facts,
});

export async function makePolicy(client: Client, facts: object = {}) {
  const answer = await client.post(POLICIES, policy(facts));
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
}

export async function enforcePolicy(client: Client, facts: object = {}) {
  const made = await makePolicy(client, facts);
  const answer = await client.patch(`${POLICIES}/${made.id}`, { status: 'active' });
  expect(answer, answer.text).toMatchObject({ status: 200, body: { status: 'active' } });
  return made;
}
