import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { entryHash } from '../sealing/chain.js';
import { checkFile } from '../sealing/file-check.js';
import { Sealer } from '../sealing/sealer.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';

const EXPORT = '/v1/guard/audit-logs/export';
const CONTACTS = '/v1/sales/contacts';
const MASKED = { masked: true };

let suite: TestApp;
let owner: Client;
/** A contact whose address was changed. */
let contact: string;
beforeAll(async () => {
  suite = await startTestApp({ RATE_LIMIT: '10000' });
});
beforeEach(async () => {
  ({ client: owner } = await suite.workspace());
  contact = (await owner.post(CONTACTS, { display_name: 'Ada Lovelace' })).body.id;
  await owner.patch(`${CONTACTS}/${contact}`, { email: 'ada@example.com' });
});
afterAll(() => suite.close());

const begin = async (by: Client, body: object) => {
  const answer = await by.post(EXPORT, body);
  expect(answer, answer.text).toMatchObject({ status: 202 });
  return answer.body.job_id as string;
};
const ended = (by: Client, id: string) =>
  eventually(async () => {
    const { body } = await by.get(`/v1/guard/exports/${id}`);
    expect(body).toMatchObject({ status: 'completed' });
    return body;
  });
const download = async (url: string) => (await fetch(suite.base + url.slice(new URL(url).origin.length))).text();
const exported = async (by: Client, body: object = { format: 'jsonl' }) =>
  download((await ended(by, await begin(by, body))).download_url);
const entriesIn = (lines: string): any[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const updateIn = (lines: string) =>
  entriesIn(lines).find(({ action, resource }) => action === 'sales.contact.updated' && resource.id === contact);

describe('An export', () => {
  it.each(['csv', 'json', 'jsonl'])('as %s has no value that its requester may not read', async (format) => {
    const { client: viewer } = await owner.signedIn('guard:viewer', 'office:viewer');
    const document = (await owner.post('/v1/office/documents', { title: 'A' })).body.id;
    const shared = { title: '"B" é', permissions: { visibility: 'workspace' } };
    await owner.patch(`/v1/office/documents/${document}`, shared);
    const text = await exported(viewer, { format });
    expect(text).not.toContain('ada@example.com');
    const quoted = (json: string) => (format === 'csv' ? json.replaceAll('"', '""') : json);
    expect(text).toContain(quoted('{"email":{"masked":true}}'));
    expect(text).toContain(quoted(JSON.stringify(shared.title)));
    expect(await exported(owner, { format })).toContain('ada@example.com');
  });

  it('is masked by the rights that the requester has when it is written, not by those when it was requested', async () => {
    const { client: viewer, userId } = await owner.signedIn('guard:viewer', 'sales:viewer');
    expect(updateIn(await exported(viewer)).changes).toMatchObject({ email: { to: 'ada@example.com' } });
    const id = await begin(viewer, { format: 'jsonl' });
    await ended(viewer, id);
    const run = async () => {
      await suite.database.execute(
        `update guard_exports set status = 'pending', blob_key = null, attempts = 0 where id = $1`,
        [id],
      );
      await suite.app.get(Maintenance).run('guard.exports-sweep');
      return download((await ended(viewer, id)).download_url);
    };
    await enforcePolicy(owner, {
      principals: [{ type: 'user', id: userId }],
      resources: [{ type: 'sales.contact', id: contact }],
      actions: ['sales:read'],
    });
    expect(updateIn(await run()).changes).toEqual({ email: MASKED });
  });

  it('is downloaded by its requester alone, with the scopes that it was made with', async () => {
    const { client: reader, userId } = await owner.signedIn('guard:viewer', 'sales:viewer');
    const id = await begin(reader, { format: 'jsonl' });
    expect((await ended(reader, id)).download_url).toContain('/files/');
    const { client: viewer } = await owner.signedIn('guard:viewer');
    for (const by of [viewer, owner]) expect(await ended(by, id)).toMatchObject({ download_url: null });
    await owner.patch(`/v1/access/users/${userId}`, { roles: ['guard:viewer'] });
    expect(await ended(reader, id)).toMatchObject({ download_url: null, download_url_expires_at: null });
  });

  it('shows everything to holders of guard:read_all, and its entry says so', async () => {
    const { client: auditor, userId } = await owner.signedIn('guard:read_all', 'guard:admin');
    const id = await begin(auditor, { format: 'jsonl' });
    const job = await ended(auditor, id);
    expect(job).toMatchObject({ read_all: true });
    expect(updateIn(await download(job.download_url)).changes).toMatchObject({ email: { to: 'ada@example.com' } });
    const { data } = (await owner.get(`/v1/guard/audit-logs?resource_id=${id}&action=guard.export.created`)).body;
    expect(data).toMatchObject([{ changes: { read_all: { from: null, to: true } } }]);
    await owner.patch(`/v1/access/users/${userId}`, { roles: ['guard:admin'] });
    expect(await ended(auditor, id)).toMatchObject({ download_url: null });
  });

  it('masks more entries than a portion has', async () => {
    const { client: viewer } = await owner.signedIn('guard:viewer');
    await suite.database.execute(
      `insert into audit_entries (workspace_id, id, timestamp, actor_type, action, resource_type, resource_id, outcome, changes)
       select workspace_id, 'evt_' || n, timestamp - n * interval '1 ms', actor_type, action, resource_type,
         case when n % 3 = 0 then null else resource_id end, outcome,
         case when n % 5 = 0 then null else jsonb_build_object('title', jsonb_build_object('from', 'secret', 'to', repeat('é', n % 997))) end
       from audit_entries, generate_series(1, 5000) n where resource_id = $1 and action = 'sales.contact.updated'`,
      [contact],
    );
    const filters = { action: 'sales.contact.updated' };
    const seen = entriesIn(await exported(viewer, { format: 'jsonl', filters }));
    const whole = entriesIn(await exported(owner, { format: 'jsonl', filters }));
    const masked = ({ changes, ...entry }: any) => ({
      ...entry,
      changes: changes && Object.fromEntries(Object.keys(changes).map((field) => [field, MASKED])),
    });
    expect(seen.length).toBe(5001);
    expect(seen.map(({ sequence: _, prev_hash: __, hash: ___, ...entry }) => entry)).toEqual(
      whole.map(({ sequence: _, prev_hash: __, hash: ___, ...entry }) => masked(entry)),
    );
  });
});

describe('A masked export', () => {
  it('verifies by its links, and still shows what was changed in it', async () => {
    const files = await mkdtemp(join(tmpdir(), 'masked-'));
    onTestFinished(() => rm(files, { recursive: true }));
    const { client: viewer } = await owner.signedIn('guard:viewer');
    const sealed = () =>
      eventually(async () => {
        await suite.app.get(Sealer).run();
        const { data } = (await owner.get('/v1/guard/audit-logs?limit=100')).body;
        expect(data.every(({ hash }: any) => hash)).toBe(true);
      });
    await sealed();
    // In the middle, because nobody sees that a file lacks its beginning or its end.
    const { body } = await owner.post('/v1/sales/contacts', { display_name: 'Ada' });
    await owner.patch(`/v1/sales/contacts/${body.id}`, { display_name: 'Countess' });
    await sealed();
    await owner.post('/v1/guard/alert-rules', { name: 'Last', condition: { actions: ['sales.contact.updated'] } });
    await sealed();
    const entries = entriesIn(await exported(viewer));
    const check = async (change: (entries: any[]) => any[]) => {
      const path = join(files, 'export.jsonl');
      const lines = change(structuredClone(entries)).map((entry) => `${JSON.stringify(entry)}\n`);
      await writeFile(path, lines.join(''));
      return checkFile(path);
    };
    const isMasked = ({ changes }: any) => Object.values(changes ?? {}).some((change: any) => change.masked);
    const masked = entries.filter(isMasked).length;
    expect(masked).toBeGreaterThan(0);
    const inChain = entries.filter(({ sequence }) => sequence !== null).length;
    expect(await check((all) => all)).toMatchObject({ valid: true, checked: inChain - masked, masked });
    expect(await check((all) => all.filter((entry) => !isMasked(entry)))).toMatchObject({ reason: 'entry_missing' });
    const changing = (which: (entry: any) => boolean, change: (entry: any) => void) =>
      check((all) => {
        change(all.findLast((entry) => entry.sequence && which(entry)));
        return all;
      });
    expect(
      await changing(
        (entry) => !isMasked(entry),
        (entry) => (entry.action = 'x.y'),
      ),
    ).toMatchObject({
      reason: 'entry_changed',
    });
    expect(await changing(isMasked, (entry) => (entry.hash = entryHash(entry.prev_hash, entry)))).toMatchObject({
      reason: 'entry_changed',
    });
  });
});
