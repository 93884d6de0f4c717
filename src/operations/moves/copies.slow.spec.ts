import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import {
  ADDRESS,
  at,
  cli,
  expectSameRows,
  forged,
  FROZEN,
  killedIn,
  movesOf,
  refusal,
  rows,
  twoDeployments,
} from '../../../test/support/moves.js';
import { TestReceiver } from '../../../test/support/receiver.js';
import { nameOf, type Prepared, prepare } from '../../../test/support/samples.js';
import type { Client, TestApp } from '../../../test/support/test-app.js';
import { CheckpointsService } from '../../guard/sealing/checkpoints/checkpoints.service.js';
import { type Route, Routes } from '../../platform/request/routes.js';
import { unzip } from '../../platform/zip/read.js';
import type { MadeCopy } from '../archives/archive-writer.js';
import type { Manifest } from '../archives/manifest.js';
import { WorkspaceTables } from '../archives/workspace-tables.repository.js';
import { MoveRepository } from './move.repository.js';

const DOCUMENTS = '/v1/office/documents';
const FILES = '/v1/office/files';

const made = twoDeployments();
const named = (name: string) => join(made.directory, name);
let source: TestApp;
let target: TestApp;

beforeAll(() => {
  ({ source, target } = made);
});

/** The manifest of an archive, and the names of its entries. */
async function contentOf(file: string): Promise<{ manifest: Manifest; names: string[] }> {
  const names: string[] = [];
  let text = '';
  for await (const { name, content } of unzip(file)) {
    names.push(name);
    for await (const piece of await content()) if (name === 'manifest.json') text += piece.toString();
  }
  return { manifest: JSON.parse(text) as Manifest, names };
}

/** Creates, changes and deletes documents until the work is done. Returns the titles that were acknowledged; null: deleted. */
async function writingDuring<T>(
  client: Client,
  work: Promise<T>,
): Promise<{ done: T; titles: Map<string, string | null> }> {
  const titles = new Map<string, string | null>();
  let isDone = false;
  const writer = async (name: string) => {
    for (let n = 0; !isDone; n++) {
      const created = await client.post(DOCUMENTS, { title: `${name} ${n}` });
      expect(created.status, created.text).toBe(201);
      const { id } = created.body;
      titles.set(id, `${name} ${n}`);
      if (n % 2) {
        const changed = await client.patch(`${DOCUMENTS}/${id}`, { title: `${name} ${n} changed` });
        if (changed.status === 200) titles.set(id, `${name} ${n} changed`);
      }
      if (n % 3 === 0 && (await client.delete(`${DOCUMENTS}/${id}`)).status === 204) titles.set(id, null);
    }
  };
  const writers = Promise.all(['One', 'Two', 'Three'].map(writer));
  const done = await work.finally(() => (isDone = true));
  await writers;
  return { done, titles };
}

/** They end with their client. */
const STREAMS = /\/stream$/;

describe('a workspace that is copied while people work', () => {
  const requests: [Route, Prepared][] = [];
  const titles = new Map<string, string | null>();
  const [first, second, rest] = ['first.move', 'second.move', 'rest.move'].map(named) as [string, string, string];
  let receiver: TestReceiver;
  let transferKey: string;
  let file: { id: string };
  let gone: { id: string };
  let release: string;

  const move = (...args: string[]) =>
    cli(source, 'move', source.workspaceId, '--to', ADDRESS, '--key', transferKey, ...args);
  const upload = async (name: string) => {
    const form = new FormData();
    form.append('file', new Blob([`The bytes of ${name}`]), name);
    const answer = await fetch(source.base + FILES, {
      method: 'POST',
      headers: { 'X-API-Key': source.client.key! },
      body: form,
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const copied = async (out: string) => {
    const { done, titles: written } = await writingDuring(source.client, move('--copy', '--out', out));
    expect(done.code, done.said).toBe(0);
    for (const [id, title] of written) titles.set(id, title);
  };

  afterAll(() => receiver?.close());

  it('has something of everything', { timeout: 300_000 }, async () => {
    transferKey = (await cli(target, 'receive')).result.transfer_key;
    receiver = await TestReceiver.start(() => 200);
    for (const route of source.app.get(Routes).all)
      if (route.endpoint ? !STREAMS.test(route.path) : route.path.startsWith('/v1/'))
        requests.push([route, await prepare(route, source.client)]);
    // Samples without a file.
    await rows(source, `delete from sales_imports where blob_key = 'none'`);
    await rows(source, `delete from imports where sources -> 'blobs' = '["none"]'`);
    [file, gone] = [await upload('kept.bin'), await upload('gone.bin')];
    await source.client.post('/v1/webhooks', { url: receiver.url, events: ['office.document.created'] });
  });

  it('is not frozen for a copy, which is made under its name once it is whole', async () => {
    await copied(first);
    expect(existsSync(`${first}.part`)).toBe(false);
    expect((await source.client.post(DOCUMENTS, { title: 'It is open' })).status).toBe(201);
    expect(await rows(source, 'select from workspace_freezes')).toEqual([]);
    expect((await move('--copy', '--out', first)).said).toContain('the file is there already');
    const { manifest } = await contentOf(first);
    expect(manifest).toMatchObject({ format: 3, move: { copy: true } });
    expect(manifest.move).not.toHaveProperty('continues');
  });

  it('is hidden at the target', async () => {
    const done = await cli(target, 'receive', first);
    expect(done.code, done.said).toBe(0);
    expect(done.result).not.toHaveProperty('receipt');
    const there = at(target, source.client);
    await eventually(async () => expect(await there.get(DOCUMENTS)).toMatchObject(FROZEN));
    const otherwise: string[] = [];
    for (const [route, request] of requests) {
      const { status, text } = await request.send(there);
      if (status !== 503 || !text.includes('on its way here'))
        otherwise.push(`${nameOf(route)} ${status} ${text.slice(0, 200)}`);
    }
    expect(otherwise).toEqual([]);
    expect((await fetch(`${target.base}/careers/${source.workspaceId}`)).status).toBe(503);
    for (const args of [
      ['unfreeze', source.workspaceId],
      ['open', source.workspaceId, '--release', 'wrong'],
      ['move', source.workspaceId, '--abort'],
    ])
      expect((await cli(target, ...args)).code, args.join(' ')).toBe(1);
    // A copy tells nothing that ends the move.
    const [{ receipt }] = (await rows(target, 'select receipt from workspace_moves')) as any;
    expect((await cli(source, 'move', source.workspaceId, '--receipt', receipt)).code).toBe(1);
    // Received again, it is there.
    expect((await cli(target, 'receive', first)).code).toBe(0);
  });

  it('is copied again, with what has changed since', { timeout: 300_000 }, async () => {
    // Each route changes or deletes something.
    for (const [, request] of requests) await request.send(source.client);
    // One archive is written at a time.
    await eventually(async () =>
      expect(await rows(source, `select from workspace_archives where status in ('pending', 'processing')`)).toEqual(
        [],
      ),
    );
    await source.client.patch(`${FILES}/${file.id}`, { name: 'renamed.bin' });
    await source.client.delete(`${FILES}/${gone.id}`);
    await copied(second);
    const { manifest, names } = await contentOf(second);
    expect(manifest.move).toMatchObject({ copy: true, continues: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(names.filter((name) => name.startsWith('keys/')).length).toBeGreaterThan(0);
    // The file that has another name has the bytes of before.
    const [{ blob_key }] = (await rows(source, 'select blob_key from files where id = $1', [file.id])) as any;
    expect((await contentOf(first)).names).toContain(`files/${blob_key}`);
    expect(names).not.toContain(`files/${blob_key}`);
    const done = await cli(target, 'receive', second);
    expect(done.code, done.said).toBe(0);
    expect(await at(target, source.client).get(DOCUMENTS)).toMatchObject(FROZEN);
  });

  it('takes each file in its order, and as it was written', async () => {
    expect(await refusal(movesOf(target).receive(first))).toContain('this copy is an older one');
    expect((await source.client.post(DOCUMENTS, { title: 'Last' })).status).toBe(201);
    const late = await upload('late.bin');
    const done = await move('--out', rest);
    expect(done.code, done.said).toBe(0);
    expect(await source.client.post(DOCUMENTS, { title: 'A' })).toMatchObject(FROZEN);
    expect((await move('--copy', '--out', named('late.move'))).said).toContain('frozen for its move');
    const { manifest, names } = await contentOf(rest);
    const [{ blob_key }] = (await rows(source, 'select blob_key from files where id = $1', [late.id])) as any;
    expect(names.filter((name) => /^files\/[0-9a-f]{32}$/.test(name))).toEqual([`files/${blob_key}`]);
    expect(manifest.parts.find(({ table }) => table === 'documents')!.count).toBeLessThan(titles.size);
    // Cut off, or changed by somebody who can sign it.
    const cut = named('cut.move');
    copyFileSync(rest, cut);
    truncateSync(cut, readFileSync(rest).length - 100);
    expect(await refusal(movesOf(target).receive(cut))).toContain('modified or truncated');
    for (const [from, to] of [
      ['"title":"Last"', '"title":"Lost"'],
      ['"continues": "', '"continues": "0'],
      ['"total": ', '"total": 1'],
    ] as const) {
      const other = await forged(source, rest, (_, text) => text.replace(from, to));
      expect(await refusal(movesOf(target).receive(other)), from).toContain('Somebody changed it on its way');
    }
  });

  it('is at the target as it was, once that has the rest', async () => {
    const done = await cli(target, 'receive', rest);
    expect(done.code, done.said).toBe(0);
    expect(await expectSameRows(source, target, source.workspaceId)).toBeGreaterThan(0.7);
    const { receipt } = done.result;
    // Received twice, it is there once; an older copy does not come back.
    expect((await cli(target, 'receive', rest)).result.receipt).toBe(receipt);
    expect(await refusal(movesOf(target).receive(second))).toContain('this copy is an older one');
    // Bytes that no record refers to any more are removed.
    const [{ n }] = (await rows(target, 'select count(*)::int as n from unclaimed_blobs where workspace_id = $1', [
      source.workspaceId,
    ])) as any;
    expect(n).toBeGreaterThan(0);
    expect(await rows(target, 'select from workspace_move_blobs')).toEqual([]);
    ({ release } = (await cli(source, 'move', source.workspaceId, '--receipt', receipt)).result);
    expect(await rows(source, 'select from workspace_move_blobs')).toEqual([]);
  });

  it('goes on there: nothing acknowledged is lost, sent twice or back again', async () => {
    expect((await cli(target, 'open', source.workspaceId, '--release', release)).code).toBe(0);
    const there = at(target, source.client);
    await eventually(async () => expect((await there.post(DOCUMENTS, { title: 'It goes on' })).status).toBe(201));
    for (const [id, title] of titles) {
      const { status, body } = await there.get(`${DOCUMENTS}/${id}`);
      expect(status === 404 || body.deleted_at ? null : body.title, id).toBe(title);
    }
    expect((await there.get(`${FILES}/${file.id}`)).body.name).toBe('renamed.bin');
    const { url } = (await there.get(`${FILES}/${file.id}/download`)).body;
    const { pathname, search } = new URL(url, target.base);
    expect(await (await fetch(target.base + pathname + search)).text()).toBe('The bytes of kept.bin');
    await eventually(async () => {
      const { body } = await there.get('/v1/guard/audit-logs/verify');
      expect(body).toMatchObject({ valid: true, unsealed: 0 });
    });
    const created = `select id from events where workspace_id = $1 and type = 'office.document.created' and payload ->> 'document_id' = any($2)`;
    const events = (await rows(target, created, [source.workspaceId, [...titles.keys()]])).map(
      ({ id }) => id as string,
    );
    expect(events).toHaveLength(titles.size);
    await eventually(() => {
      const ids = receiver.requests.map(({ json }) => json.id as string);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(events));
    });
  });
});

describe('copies of a small workspace', () => {
  let id: string;
  let client: Client;
  let document: string;
  let number = 0;

  const destination = (out: string) => ({ to: ADDRESS, key: movesOf(target).transferKey, out, wait: 60 });
  const fresh = () => named(`small-${++number}.move`);
  const copy = async (out = fresh()) => (await movesOf(source).copy(id, destination(out))).file;
  const pack = async (out = fresh()) => (await movesOf(source).pack(id, destination(out))).file;
  const receive = (file: string) => movesOf(target).receive(file);
  const change = () => client.patch(`${DOCUMENTS}/${document}`, { title: `Change ${++number}` });
  const abort = async () => {
    await movesOf(source).abort(id);
    await eventually(async () => expect((await change()).status).toBe(200));
  };
  const discard = () => movesOf(target).discard(id);

  beforeAll(async () => {
    ({ id, client } = await source.workspace('Small'));
    document = (await client.post(DOCUMENTS, { title: 'Kept' })).body.id;
  });

  beforeEach(async () => {
    await refusal(abort());
    await refusal(discard());
  });

  it('are nothing where the move is aborted', async () => {
    const file = await copy();
    await receive(file);
    await movesOf(source).abort(id);
    expect((await client.patch(`${DOCUMENTS}/${document}`, { title: 'Open' })).status).toBe(200);
    expect(await rows(source, 'select from workspace_move_blobs where workspace_id = $1', [id])).toEqual([]);
    // A new move has a copy of its own, for which the old one makes room first.
    const next = await copy();
    expect(await refusal(receive(next))).toContain('is not empty');
    expect(await refusal(receive(await pack()))).toContain('not the last one here');
    await abort();
    await discard();
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    expect(await rows(target, 'select from workspace_move_blobs where workspace_id = $1', [id])).toEqual([]);
  });

  it('are continued in their order alone', async () => {
    const [one, two] = [await copy(), await copy()];
    const rest = await pack();
    expect(await refusal(receive(two))).toContain('not the last one here');
    expect(await refusal(receive(rest))).toContain('not the last one here');
    await receive(one);
    expect(await refusal(receive(rest))).toContain('not the last one here');
    await receive(two);
    expect(await refusal(receive(one))).toContain('this copy is an older one');
    const { receipt } = await receive(rest);
    expect(receipt).toEqual(expect.any(String));
  });

  it('are not continued by an archive of another move, nor by one whose source does not know the receipt', async () => {
    const one = await copy();
    await abort();
    await receive(one);
    await copy();
    expect(await refusal(receive(await pack()))).toContain('not the last one here');
    // One that claims to continue the copy, by somebody who has seen it and made up the codes.
    const [seen] = (await rows(target, 'select id, copy from workspace_moves where workspace_id = $1', [id])) as any;
    await rows(source, `delete from workspace_moves where workspace_id = $1 and state = 'aborted'`, [id]);
    await rows(
      source,
      `update workspace_moves set id = $2, copy = jsonb_set(copy, '{manifest_sha256}', $3) where workspace_id = $1`,
      [id, seen.id, JSON.stringify(seen.copy.manifest_sha256)],
    );
    expect(await refusal(receive(await pack()))).toContain('not the last one here');
  });

  it('are not continued by an archive that changes what is known here of the audit log', async () => {
    const checkpoint = () => source.app.get(CheckpointsService).run(0);
    const refused = async () => {
      const why = await refusal(receive(await pack()));
      await abort();
      await discard();
      return why;
    };
    await checkpoint();
    await receive(await copy());
    // The checkpoint that is here is another one there.
    await rows(source, 'delete from audit_checkpoints where workspace_id = $1', [id]);
    await change();
    await checkpoint();
    expect(await refused()).toContain('checkpoint_forged');
    // A new one gives another hash to an entry that is here.
    await change();
    await receive(await copy());
    const [{ hash }] = (await rows(source, 'select hash from audit_chains where workspace_id = $1', [id])) as any;
    const claim = (other: string) =>
      rows(source, 'update audit_chains set hash = $2 where workspace_id = $1', [id, other]);
    await claim(hash.replace(/^../, hash.startsWith('00') ? '11' : '00'));
    await checkpoint();
    await claim(hash);
    expect(await refused()).toContain('checkpoint_differs');
    await rows(source, 'delete from audit_checkpoints where workspace_id = $1', [id]);
  });

  it('may have rows in the way of others', async () => {
    const invite = async () =>
      (await client.post('/v1/access/users', { email: 'ada@example.com', display_name: 'Ada' })).body.id;
    const before = await invite();
    const [red, blue] = await Promise.all(
      ['Red', 'Blue'].map(async (name) => (await client.post('/v1/access/groups', { name })).body.id),
    );
    await client.put(`/v1/access/groups/${red}/members/${before}`);
    const file = await copy();
    await receive(file);
    expect((await client.delete(`/v1/access/users/${before}`)).status).toBe(204);
    const after = await invite();
    await client.put(`/v1/access/groups/${red}/members/${after}`);
    // The names go on from one to the next.
    expect((await client.patch(`/v1/access/groups/${red}`, { name: 'Green' })).status).toBe(200);
    expect((await client.patch(`/v1/access/groups/${blue}`, { name: 'Red' })).status).toBe(200);
    await receive(await pack());
    await expectSameRows(source, target, id);
  });

  it('are refused where rows have exchanged unique values, and the workspace moves without', async () => {
    const ids = ((await client.get('/v1/access/groups')).body.data as any[]).map((group) => group.id);
    await receive(await copy());
    for (const [index, name] of [
      [0, 'For now'],
      [1, 'Green'],
      [0, 'Red'],
    ] as const)
      expect((await client.patch(`/v1/access/groups/${ids[index]}`, { name })).status).toBe(200);
    const groups = (await client.get('/v1/access/groups')).body.data.map(({ name }: any) => name);
    expect(groups.toSorted()).toEqual(['Green', 'Red']);
    const rest = await pack();
    const outcome = await refusal(receive(rest));
    if (outcome !== 'It is not refused.') expect(outcome).toContain('exchanged unique values');
    await abort();
    await discard();
    const whole = await pack();
    await receive(whole);
    await expectSameRows(source, target, id);
  });

  it('are of no use where the database cannot tell what has changed', async () => {
    await copy();
    const [{ copy: kept }] = (await rows(
      source,
      `select copy from workspace_moves where workspace_id = $1 and state = 'copying'`,
      [id],
    )) as unknown as [{ copy: MadeCopy }];
    const set = (change: Partial<MadeCopy>) =>
      rows(source, `update workspace_moves set copy = $2 where workspace_id = $1 and state = 'copying'`, [
        id,
        JSON.stringify({ ...kept, ...change }),
      ]);
    for (const [change, why] of [
      [{ schema: '1' }, 'has been migrated'],
      [
        { database: kept.database.replace(/\/.*\//, '/00000009/') },
        'has been restored, or another server has taken over',
      ],
      [{ xmin: String(BigInt(kept.xmin) - 2n ** 31n) }, 'too many transactions'],
    ] as const) {
      await set(change);
      expect(await refusal(pack())).toContain(why);
      expect(await refusal(copy())).toContain(why);
    }
    // Nothing was frozen for it.
    expect((await client.patch(`${DOCUMENTS}/${document}`, { title: 'Open' })).status).toBe(200);
    await set({});
    await receive(await copy().then(() => copy())).catch(() => undefined);
    await abort();
  });

  it('are of no use where the target was migrated since', async () => {
    await receive(await copy());
    const rest = await pack();
    await rows(target, `update workspace_moves set copy = jsonb_set(copy, '{schema}', '"1"') where workspace_id = $1`, [
      id,
    ]);
    expect(await refusal(receive(rest))).toContain('was migrated since');
  });

  it('are refused where the target has other rows', async () => {
    await receive(await copy());
    await rows(target, 'delete from documents where workspace_id = $1', [id]);
    const rest = await pack();
    expect(await refusal(receive(rest))).toContain('documents has other rows here than at its source');
    expect(await rows(target, 'select hidden from workspace_freezes where workspace_id = $1', [id])).toEqual([
      { hidden: true },
    ]);
  });

  it('leave nobody else at the target with fewer records, or another one', async () => {
    const neighbour = await target.workspace('Neighbour');
    const theirs = (await neighbour.client.post(DOCUMENTS, { title: 'Theirs' })).body.id;
    await receive(await copy());
    // The source makes a record with the id that the neighbour has.
    await rows(
      source,
      `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', $2::text))).* from documents d where workspace_id = $1 and id = $3`,
      [id, theirs, document],
    ).catch(async () => {
      const list = (await rows(
        source,
        `select string_agg(quote_ident(attname), ', ') as list from pg_attribute where attrelid = 'documents'::regclass
           and attnum > 0 and attgenerated = '' and not attisdropped and attname <> 'id'`,
      )) as any;
      await rows(
        source,
        `insert into documents (id, ${list[0].list}) select $2, ${list[0].list} from documents where workspace_id = $1 and id = $3`,
        [id, theirs, document],
      );
    });
    const rest = await pack();
    expect(await refusal(receive(rest))).toContain(`The record ${theirs} is in another workspace`);
    expect((await neighbour.client.get(`${DOCUMENTS}/${theirs}`)).body.title).toBe('Theirs');
    await rows(source, 'delete from documents where id = $1', [theirs]);
    await abort();
    await discard();
    expect((await neighbour.client.get(`${DOCUMENTS}/${theirs}`)).status).toBe(200);
  });

  it('that were killed are completed, or begun anew', async () => {
    const out = fresh();
    await killedIn(source.app.get(MoveRepository), 'keepCopy', () => copy(out));
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([false, false]);
    // What a command left that was killed while it wrote.
    writeFileSync(`${out}.part`, 'the beginning');
    await copy(out);
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([true, false]);
    // Killed after the copy was noted, and before it had its name.
    copyFileSync(out, `${out}.part`);
    rmSync(out);
    await copy(out);
    expect([existsSync(out), existsSync(`${out}.part`)]).toEqual([true, false]);
    // While it is received, and while what continues it is.
    const arrive = () => target.app.get(MoveRepository);
    await killedIn(arrive(), 'arrive', () => receive(out));
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
    await receive(out);
    await client.patch(`${DOCUMENTS}/${document}`, { title: 'Changed after the copy' });
    const rest = await pack();
    await killedIn(arrive(), 'arrive', () => receive(rest));
    expect(await at(target, client).get(DOCUMENTS)).toMatchObject(FROZEN);
    const { receipt } = await receive(rest);
    const { release } = await movesOf(source).finish(id, receipt!);
    await movesOf(target).open(id, release);
    await eventually(async () =>
      expect((await at(target, client).get(`${DOCUMENTS}/${document}`)).body?.title).toBe('Changed after the copy'),
    );
    expect(await refusal(receive(out))).toMatch(/come to its end here|is not empty/);
    expect(await target.app.get(WorkspaceTables).isFilled(id)).toBe(true);
  });
});
