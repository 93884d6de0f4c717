import { validateSync } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedExtensions, Maintenance, Works } from 'workspace-suite/platform';
import { startTestApp, type TestApp } from 'workspace-suite/testing';

/** Rules of this package, which `suite-check` cannot know. */

const COMPANIES = '/v1/companies/companies';
const MEMBERSHIPS = '/v1/companies/memberships';
const CONTACTS = '/v1/sales/contacts';

let suite: TestApp;
beforeAll(async () => {
  suite = await startTestApp();
});
afterAll(() => suite.close());

async function made(path: string, body: object): Promise<any> {
  const answer = await suite.client.post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}
const found = async (path: string) => (await suite.client.get(path)).body;
const company = (facts: object = {}) => made(COMPANIES, { name: 'Acme', domain: `${randomUUID()}.example`, ...facts });
const contact = (email: string) => made(CONTACTS, { display_name: 'Ada', email });
/** A contact that no listener lets join. */
const stranger = () => contact(`${randomUUID()}@other.example`);
const join = async ({ id }: { id: string }) =>
  made(MEMBERSHIPS, { company_id: id, contact_id: (await stranger()).id, position: 'Buyer' });
const total = async ({ id }: { id: string }) => (await found(`${MEMBERSHIPS}?company_id=${id}`)).meta.total;
const members = async ({ id }: { id: string }) => (await found(`${MEMBERSHIPS}?company_id=${id}`)).data;
/** Waits until the listener has heard of all contacts, none of which made it fail. */
async function heard(): Promise<void> {
  const last = await company();
  await contact(`ada@${last.domain}`);
  await expect.poll(() => members(last)).toHaveLength(1);
  expect((await suite.database.execute('select error from event_failures')).rows).toEqual([]);
}
const statusOf = async ({ id }: { id: string }) => (await found(`${COMPANIES}/${id}`)).status;

describe('contacts in companies', () => {
  it('are in one once, and keep it from being deleted', async () => {
    const { company_id, contact_id } = await join(await company());
    const { status, body } = await suite.client.post(MEMBERSHIPS, { company_id, contact_id });
    expect([status, body.error.message]).toEqual([409, 'The contact is in this company already.']);
    const deletion = await suite.client.delete(`${COMPANIES}/${company_id}`);
    expect(deletion.body.error.message).toBe(
      'The company cannot be deleted, because 1 record (companies.membership) refers to it.',
    );
  });

  it('join the one that has the domain of their address, again when that changes, and no other', async () => {
    const [first, second] = [await company(), await company()];
    const { id } = await contact(`ada@${first.domain.toUpperCase()}`);
    await expect.poll(() => members(first)).toMatchObject([{ contact_id: id, position: null }]);
    await suite.client.patch(`${CONTACTS}/${id}`, { email: `ada@${second.domain}` });
    await expect.poll(() => members(second)).toMatchObject([{ contact_id: id }]);
    // Taken out by hand, they stay out whatever else of them changes.
    await suite.client.delete(`${MEMBERSHIPS}/${(await members(first))[0].id}`);
    await suite.client.patch(`${CONTACTS}/${id}`, { email: `ada@${first.domain}`, phone: '1' });
    await expect.poll(() => members(first)).toHaveLength(1);
    await suite.client.delete(`${MEMBERSHIPS}/${(await members(first))[0].id}`);
    await suite.client.patch(`${CONTACTS}/${id}`, { phone: '2' });
    const { id: later } = await contact(`grace@${first.domain}`);
    await expect.poll(() => members(first)).toMatchObject([{ contact_id: later }]);
  });

  it('leave it when they are deleted for good, not while they are in the trash', async () => {
    const kept = await company();
    const { contact_id } = await join(kept);
    await suite.client.delete(`${CONTACTS}/${contact_id}`);
    // Nor does one from the trash join anything.
    const other = await company();
    const { id } = await contact(`ada@${other.domain}`);
    await expect.poll(() => members(other)).toHaveLength(1);
    await suite.client.delete(`${MEMBERSHIPS}/${(await members(other))[0].id}`);
    await suite.client.delete(`${CONTACTS}/${id}`);
    await heard();
    expect(await members(other)).toEqual([]);
    expect(await members(kept)).toHaveLength(1);
    expect((await suite.client.delete(`${CONTACTS}/${contact_id}?hard=true`)).status).toBe(204);
    await expect.poll(() => members(kept)).toEqual([]);
  });
});

describe('a merge', () => {
  const merge = ({ id }: { id: string }, into: { id: string }) =>
    suite.client.post(`${COMPANIES}/${id}/merge`, { into_id: into.id });

  it('moves the contacts in the background, and tells of it', async () => {
    const [from, into] = [await company({ city: 'Berlin' }), await company()];
    const { contact_id } = await join(from);
    const both = await join(into);
    await made(MEMBERSHIPS, { company_id: from.id, contact_id: both.contact_id });
    const { status, body } = await merge(from, into);
    expect([status, body.merged_into_id]).toEqual([202, into.id]);
    await expect.poll(() => statusOf(from)).toBe('merged');
    expect(await members(from)).toEqual([]);
    expect(await members(into)).toEqual([
      expect.objectContaining({ contact_id, position: 'Buyer' }),
      expect.objectContaining({ id: both.id }),
    ]);
    expect((await found(`${COMPANIES}/${into.id}`)).city).toBe('Berlin');
    const events = async () => (await found('/v1/events?type=companies.company.merged')).data;
    const payload = { company_id: from.id, name: 'Acme', merged_into_id: into.id };
    await expect.poll(events).toContainEqual(expect.objectContaining({ payload }));

    const late = await suite.client.post(MEMBERSHIPS, { company_id: from.id, contact_id });
    expect([late.status, late.body.error.message]).toEqual([
      409,
      'The company has been merged. Use the one that it was merged into.',
    ]);
    expect((await merge(from, into)).body.error.message).toContain('has been merged already');
    expect((await merge(into, from)).status).toBe(409);
    expect((await merge(into, into)).body.error.details).toMatchObject([{ field: 'into_id' }]);
  });

  it('lets contacts with the domain of the merged one join the other, while that is open', async () => {
    const [first, second, third] = [await company(), await company(), await company()];
    await merge(first, second);
    const { id } = await contact(`ada@${first.domain}`);
    await expect.poll(() => members(second)).toMatchObject([{ contact_id: id }]);
    await expect.poll(() => statusOf(first)).toBe('merged');
    await merge(second, third);
    await expect.poll(() => statusOf(second)).toBe('merged');
    await contact(`grace@${first.domain}`);
    await heard();
    expect((await members(third)).map(({ contact_id }: { contact_id: string }) => contact_id)).toEqual([id]);
  });

  it('goes on after a failure, from where it was', async () => {
    const [from, into] = [await company(), await company()];
    const contacts = await Promise.all(Array.from({ length: 51 }, stranger));
    for (const { id } of contacts) await made(MEMBERSHIPS, { company_id: from.id, contact_id: id });
    const { database } = suite;
    const last = contacts.at(-1).id;
    const locked = `check (company_id <> '${into.id}' or contact_id <> '${last}')`;
    await database.execute(`alter table companies_memberships add constraint locked ${locked} not valid`);
    await merge(from, into);
    const backlog = async () => (await found('/v1/operations/backlog?kind=company_merge')).data;
    await expect.poll(backlog).toMatchObject([{ id: from.id, status: 'failing' }]);
    expect([await total(from), await total(into)]).toEqual([1, 50]);
    await database.execute('alter table companies_memberships drop constraint locked');
    await suite.client.post(`/v1/operations/backlog/${from.id}/retry`);
    await expect.poll(() => statusOf(from)).toBe('merged');
    expect([await total(from), await total(into)]).toEqual([0, 51]);
  });

  it('ends for a company that was deleted meanwhile, and may come back', async () => {
    const { id } = await company();
    const key = [suite.workspaceId, id];
    await suite.client.delete(`${COMPANIES}/${id}`);
    await suite.database.execute(`update companies set status = 'merging' where (workspace_id, id) = ($1, $2)`, key);
    const due =
      'insert into companies_merges (workspace_id, id, next_attempt_at, created_at) values ($1, $2, now(), now())';
    await suite.database.execute(due, key);
    await suite.app.get(Works).run('company_merge');
    await suite.client.post(`${COMPANIES}/${id}/restore`);
    await expect.poll(() => statusOf({ id })).toBe('merged');
  });

  it('is for those who may change both', async () => {
    const { client, userId } = await suite.signedIn('companies:member');
    const [own, other] = [await company({ owner_id: userId }), await company()];
    expect((await client.post(`${COMPANIES}/${own.id}/merge`, { into_id: other.id })).status).toBe(403);
    expect(await statusOf(own)).toBe('active');
  });
});

it('companies without contacts are dormant after a year without a change, until they have some', async () => {
  const [empty, recent, used] = [await company(), await company(), await company()];
  await join(used);
  const long = suite.clock.iso(-366 * 86_400);
  const ids = [empty.id, used.id];
  await suite.database.execute('update companies set updated_at = $2 where id = any($1)', [ids, long]);
  const sweep = () => suite.app.get(Maintenance).run('companies.dormant');
  await sweep();
  expect(await Promise.all([empty, recent, used].map(statusOf))).toEqual(['dormant', 'active', 'active']);
  await join(empty);
  await sweep();
  expect(await statusOf(empty)).toBe('active');
});

it('the days until then are checked at the start', () => {
  const { settings } = loadedExtensions().find(({ name }) => name === 'companies')!;
  const problems = (days: unknown) => validateSync(Object.assign(new settings!(), { COMPANIES_DORMANT_DAYS: days }));
  expect([1, 365, 0, 1.5, 4_000].map((days) => problems(days).length)).toEqual([0, 0, 1, 1, 1]);
});

describe('an import', () => {
  const send = async (name: string, lines: string[], fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.append('file', new Blob([lines.join('\n')], { type: 'text/csv' }), name);
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    const headers = { 'X-API-Key': suite.client.key! };
    const { id } = (await (
      await fetch(`${suite.base}/v1/imports`, { method: 'POST', headers, body: form })
    ).json()) as { id: string };
    await expect.poll(async () => (await found(`/v1/imports/${id}`)).status).toBe('completed');
    return id;
  };

  it('reads companies.csv, and finds again what it has made by the domain', async () => {
    const rows = ['name,domain,city,owner', 'Initech,INITECH.example,Austin,', 'Broken,no domain,,'];
    const first = await send('companies.csv', rows);
    const [initech] = (await found(`${COMPANIES}?q=initech`)).data;
    expect(initech).toMatchObject({ name: 'Initech', domain: 'initech.example', city: 'Austin' });
    expect((await found(`/v1/imports/${first}/errors`)).data).toMatchObject([{ line: 3, field: 'domain' }]);
    const second = await send('companies.csv', ['name,domain', 'Initech Inc,initech.example']);
    expect((await found(`/v1/imports/${second}`)).counts).toMatchObject([{ created: 0, updated: 1 }]);
    expect((await found(`${COMPANIES}/${initech.id}`)).name).toBe('Initech Inc');
  });

  it('takes any other columns by hand, and an undo leaves what has contacts', async () => {
    const mapping = JSON.stringify({ Firma: 'company.name', Web: 'company.domain' });
    const id = await send('export.csv', ['Firma;Web', 'Hooli;hooli.example', 'Vandelay;vandelay.example'], { mapping });
    const [hooli] = (await found(`${COMPANIES}?q=hooli`)).data;
    await join(hooli);
    await suite.client.post(`/v1/imports/${id}/undo`);
    await expect.poll(async () => (await found(`/v1/imports/${id}`)).kept_count).toBe(1);
    expect((await found(`${COMPANIES}?q=vandelay`)).data).toEqual([]);
    expect(await statusOf(hooli)).toBe('active');
  });
});
