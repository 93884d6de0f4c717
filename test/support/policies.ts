import { expect } from 'vitest';
import { Client } from './test-app.js';

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

/** A program that may do everything but see records of a type. */
export async function blindTo(client: Client, type: string): Promise<Client> {
  const key = { name: `Sees no ${type}`, scopes: ['read:all', 'write:all'] };
  const { body } = await client.post('/v1/access/api-keys', key);
  const facts = { principals: [{ type: 'api_key', id: body.id }], resources: [{ type }] };
  await enforcePolicy(client, { ...facts, actions: [`${type.split('.')[0]}:read`] });
  return new Client(client.base, body.key);
}
