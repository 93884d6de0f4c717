import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, cli, forged, movesOf, refusal, rows, twoDeployments } from '../../../test/support/moves.js';
import { formWithFile } from '../../../test/support/sample.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { migrate } from '../../platform/database/data-source.js';
import { migrationsTableOf } from '../../platform/database/extension-migrations.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Secrets } from '../../platform/security/secrets.js';
import { SecretsRotation } from '../../platform/security/secrets-rotation.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { unzip } from '../../platform/zip/read.js';
import { ArchiveImport } from './archive-import.js';
import { KeptRows } from './kept-rows.service.js';
import type { Manifest } from './manifest.js';

/** The tables of an extension: items refer to places, and come before them in the alphabet. Notes could be inserted twice. */
class DepotTables1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table depot_places (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        size numeric(30, 4) not null,
        blob_key text,
        pin text,
        primary key (workspace_id, id)
      );
      create table depot_items (
        workspace_id text not null references workspaces,
        id text not null,
        place_id text not null,
        owner_id text not null,
        primary key (workspace_id, id),
        foreign key (workspace_id, place_id) references depot_places
      );
      create table depot_notes (workspace_id text not null references workspaces, note text not null)`);
  }

  async down(): Promise<void> {}
}

const DEPOT = { name: 'depot', package: null, migrations: [DepotTables1795000000000] };
const install = ({ settings }: TestApp) => migrate(settings.ownerUrl, [DEPOT]);
const removeFrom = (app: TestApp) =>
  rows(app, `drop table if exists depot_items, depot_places, depot_notes, ${migrationsTableOf('depot')}`);

const made = twoDeployments();
let source: TestApp;
let target: TestApp;
let id: string;
let files = 0;
const fresh = () => join(made.directory, `${++files}.zip`);

beforeAll(async () => {
  ({ source, target } = made);
  await install(source);
  id = (await source.workspace('Acme')).id;
  await fill(id);
});

/** A place with a file and a secret, two without, an item in each, and a note. */
async function fill(workspace: string) {
  const { type, text } = formWithFile('plan.txt', 'The plan of the depot');
  await source.client.post('/v1/office/files', text, { headers: { 'Content-Type': type } });
  const [{ blob_key }] = (await rows(source, 'select blob_key from files order by created_at desc limit 1')) as any;
  const pin = source.app.get(Secrets).encrypt('4711');
  const [owner] = (await rows(source, 'select id from users where workspace_id = $1', [workspace])) as any;
  await rows(
    source,
    `insert into depot_places values ($1, $1 || '_1', 'Yard', 12345678901234567890.1230, $2, $3),
       ($1, $1 || '_2', 'v2. of the "Yard"', 0, null, null), ($1, $1 || '_3', 'Attic' || chr(8232), 1, null, null)`,
    [workspace, blob_key, pin],
  );
  await rows(
    source,
    `insert into depot_items select $1, 'item_' || id, id, $2 from depot_places where workspace_id = $1`,
    [workspace, owner.id],
  );
  await rows(source, `insert into depot_notes values ($1, 'The key is under the mat.')`, [workspace]);
}

const exported = async (app: TestApp, workspace = id) => {
  const file = fresh();
  const { code, said } = await cli(app, 'export', '--workspace', workspace, '--out', file);
  expect(code, said).toBe(0);
  return file;
};
const imported = async (app: TestApp, file: string) => {
  const { code, said, result } = await cli(app, 'import', file);
  expect(code, said).toBe(0);
  return result;
};
/** Removes a workspace as if it had moved away. */
async function discard(app: TestApp, workspace = id) {
  await rows(
    app,
    `insert into workspace_moves (workspace_id, id, state, address, transfer_key, receipt, release_hash, started_at)
     values ($1, 'mov_gone', 'left', '', '', '', '', now()) on conflict (workspace_id, id) do update set state = 'left'`,
    [workspace],
  );
  await rows(app, `update workspace_moves set state = 'aborted' where workspace_id = $1 and id <> 'mov_gone'`, [
    workspace,
  ]);
  await movesOf(app).discard(workspace);
}
async function partsOf(file: string) {
  const texts = new Map<string, string>();
  for await (const { name, content } of unzip(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of await content()) pieces.push(piece);
    texts.set(name, Buffer.concat(pieces).toString());
  }
  return { texts, manifest: JSON.parse(texts.get('manifest.json')!) as Manifest };
}
const bytesOf = async (app: TestApp, key: string) => {
  const pieces: Buffer[] = [];
  for await (const piece of await app.app.get(BlobStore).read(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
};
/** Rows of the extension, with the bytes of files in the place of their keys, and secrets as they are. */
async function depotOf(app: TestApp, workspace = id) {
  const places = (await rows(
    app,
    'select id, name, size::text, blob_key, pin from depot_places where workspace_id = $1 order by id',
    [workspace],
  )) as any[];
  for (const place of places) {
    if (place.blob_key) place.blob_key = await bytesOf(app, place.blob_key);
    if (place.pin?.startsWith('v2.')) place.pin = app.app.get(Secrets).decrypt(place.pin);
  }
  const items = await rows(app, 'select * from depot_items where workspace_id = $1 order by id', [workspace]);
  return [places, items, await rows(app, 'select * from depot_notes where workspace_id = $1', [workspace])];
}
const kept = async (app: TestApp) => (await app.app.get(KeptRows).all()).map(({ table, rows }) => [table, rows]);
const problems = async (app: TestApp) => (await app.app.get(KeptRows).all()).map(({ problem }) => problem);
const insertKept = (app: TestApp) => app.app.get(Maintenance).run('operations.kept-rows');
const shown = async (app: TestApp) => {
  const { client } = await app.workspace('Operators', { operator: true });
  return (await client.get('/v1/operations/extensions')).body.data;
};
const ALL = [
  { extension: 'depot', table: 'depot_notes', rows: 1 },
  { extension: 'depot', table: 'depot_places', rows: 3 },
  { extension: 'depot', table: 'depot_items', rows: 3 },
];
const WAITING = [
  ['depot_notes', 1],
  ['depot_places', 3],
  ['depot_items', 3],
];

/** Rows as they arrive in another deployment without its secrets. */
const withoutSecret = ([places, ...others]: any[]) => [
  places.map((place: any) => (place.pin ? { ...place, pin: 'given-up' } : place)),
  ...others,
];

describe('an archive with rows of an extension that is not here', () => {
  let file: string;
  beforeAll(async () => {
    file = await exported(source);
  });

  it('has no ciphertext, and says so', async () => {
    const { texts, manifest } = await partsOf(file);
    expect(manifest.left_out).toMatchObject({ 'depot_places.pin': expect.stringContaining('set anew') });
    expect(texts.get('records/depot_places.jsonl')).toContain('"pin":"given-up"');
    expect([...texts.values()].join('')).not.toMatch(/v2\.[\w-]{8}\./);
  });

  it('comes in without them; they are kept, and everybody who asks is told', async () => {
    const summary = await imported(target, file);
    expect(summary.kept).toEqual(ALL);
    const { manifest } = await partsOf(file);
    const counted = manifest.parts.filter(({ table, extension }) => table && !extension);
    expect(summary.records).toBe(counted.reduce((sum, { count }) => sum + count, 0));
    expect(await kept(target)).toEqual(WAITING);
    const [entry] = (await rows(
      target,
      `select changes from audit_entries where action = 'operations.archive.imported'`,
    )) as any;
    expect(entry.changes.kept).toEqual({ from: null, to: ALL });
    expect(await shown(target)).toEqual([
      { name: 'depot', package: null, version: null, hash: null, loaded: false, kept_rows: 7, problem: null },
    ]);
    expect(await refusal(target.app.get(ArchiveImport).run(file))).toContain('is not empty');
  });

  it('is taken on with a second archive, to a deployment that has the extension', async () => {
    const second = await exported(target);
    const { manifest } = await partsOf(second);
    const [notes, places, items] = manifest.parts.filter(({ kept }) => kept);
    expect(notes).toMatchObject({ table: 'depot_notes', extension: 'depot', count: 1 });
    expect(places).toMatchObject({ table: 'depot_places', extension: 'depot', count: 3 });
    expect(items).toMatchObject({ table: 'depot_items', extension: 'depot', count: 3 });
    const last = await startTestApp();
    try {
      await install(last);
      expect((await imported(last, second)).kept).toEqual(ALL);
      await expect.poll(() => kept(last)).toEqual([]);
      expect(await depotOf(last)).toEqual(withoutSecret(await depotOf(source)));
    } finally {
      await last.close();
    }
  });

  it('gives them back once the extension is here, once, whichever process does it', async () => {
    const beside = await startTestApp({ ROLE: 'api', SECRETS_KEY: target.settings.SECRETS_KEY! }, { beside: target });
    try {
      await install(target);
      await Promise.all([insertKept(target), insertKept(beside), insertKept(beside), insertKept(target)]);
      await expect.poll(() => kept(target)).toEqual([]);
      expect(await depotOf(target)).toEqual(withoutSecret(await depotOf(source)));
      expect(await rows(target, 'select from kept_rows')).toEqual([]);
      expect(await shown(target)).toMatchObject([{ name: 'depot', loaded: false, kept_rows: 0, problem: null }]);
    } finally {
      await beside.close();
      await discard(target);
      await removeFrom(target);
    }
  });

  it('keeps them where they do not fit, says why, and has them inserted after that was mended', async () => {
    await imported(target, file);
    // A later version of the extension.
    await install(target);
    await rows(target, 'alter table depot_places rename column size to area');
    await insertKept(target);
    const noColumn = 'The table has no column size here.';
    await expect
      .poll(() => problems(target))
      .toEqual([noColumn, expect.stringContaining('violates foreign key constraint')]);
    expect(await kept(target)).toEqual(WAITING.slice(1));
    expect(await shown(target)).toMatchObject([{ kept_rows: 6, problem: expect.any(String) }]);
    await rows(target, 'alter table depot_places rename column area to size');
    // Not again at once, by itself.
    await insertKept(target);
    expect(await kept(target)).toEqual(WAITING.slice(1));
    await target.app.get(KeptRows).insert({ all: true });
    expect(await kept(target)).toEqual([]);
    expect(await depotOf(target)).toEqual(withoutSecret(await depotOf(source)));
    await discard(target);
  });

  it('keeps all of an extension whose table has other columns here', async () => {
    await rows(target, 'alter table depot_places rename column size to area');
    expect((await imported(target, file)).kept).toEqual(ALL);
    await rows(target, 'alter table depot_places rename column area to size');
    await insertKept(target);
    await expect.poll(() => kept(target)).toEqual([]);
    expect(await depotOf(target)).toEqual(withoutSecret(await depotOf(source)));
    await discard(target);
    await removeFrom(target);
  });

  it('keeps rows with an id that another workspace has', async () => {
    await imported(target, file);
    await install(target);
    const neighbour = await target.workspace('Neighbour');
    await rows(target, `insert into depot_places values ($1, $2 || '_1', 'Theirs', 0)`, [neighbour.id, id]);
    await insertKept(target);
    await expect.poll(async () => (await problems(target))[0]).toContain('is in another workspace of this deployment');
    await rows(target, 'delete from depot_places');
    await discard(target);
    await removeFrom(target);
  });

  it('has its files and rows removed with the workspace', async () => {
    await imported(target, file);
    const [{ key }] = (await rows(
      target,
      `select content ->> 'blob_key' as key from kept_rows where content ->> 'blob_key' is not null`,
    )) as any;
    expect(await bytesOf(target, key)).toBe('The plan of the depot');
    await discard(target);
    expect(await kept(target)).toEqual([]);
    expect(await rows(target, 'select from unclaimed_blobs where key = $1', [key])).toHaveLength(1);
  });

  it.each([
    ['belongs to nobody', /"extension": "depot"/g, '"other": "depot"'],
    ['is not called after its extension', /"extension": "depot"/g, '"extension": "stock"'],
    [
      'is one of the product with another column',
      /"table": "documents",/,
      '"table": "documents", "extension": "documents",',
    ],
  ])('is refused where a table %s', async (_, from, to) => {
    const changed = await forged(source, file, (name, text) =>
      name === 'manifest.json' ? text.replace(from, to).replace(...renamedColumn(to)) : text,
    );
    expect(await refusal(target.app.get(ArchiveImport).run(changed))).toMatch(
      /has the (table|column) \w+, which is not known here/,
    );
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
  });
  const renamedColumn = (to: string): [RegExp | string, string] =>
    to.includes('documents') ? [/("table": "documents"[^\]]*?)"title"/, '$1"caption"'] : ['', ''];
});

describe('a move with rows of an extension that is not at the target', () => {
  const move = async (from: TestApp, to: TestApp) => {
    const out = fresh();
    await movesOf(from).pack(id, { to: ADDRESS, key: movesOf(to).transferKey, out, wait: 60 });
    const received = await movesOf(to).receive(out);
    const { release } = await movesOf(from).finish(id, received.receipt!);
    await movesOf(to).open(id, release);
    return received;
  };
  let hop: TestApp;
  beforeAll(async () => {
    hop = await startTestApp({ SECRETS_KEY: 'the secret of the third, long enough' });
  });
  afterAll(() => hop?.close());

  it('is refused for a copy, at the source and at the target', async () => {
    const out = fresh();
    const to = { to: ADDRESS, key: movesOf(target).transferKey };
    await movesOf(source).copy(id, { ...to, out });
    expect(await refusal(movesOf(target).receive(out))).toContain('or move the workspace without --copy');
    await movesOf(source).abort(id);
    expect(await rows(target, 'select from workspaces where id = $1', [id])).toEqual([]);
  });

  it('keeps them with their secrets, under the key of each deployment that they pass', async () => {
    const before = await depotOf(source);
    expect((await move(source, target)).kept).toEqual(ALL);
    const texts = JSON.stringify([
      await rows(target, 'select content from kept_rows'),
      await rows(target, 'select secret from kept_secrets'),
    ]);
    expect(texts).not.toContain('4711');
    expect(texts).toContain('given-up');
    const copy = { to: ADDRESS, key: movesOf(hop).transferKey, out: fresh() };
    expect(await refusal(movesOf(target).copy(id, copy))).toContain('Move it without --copy');
    expect(await refusal(movesOf(target).abort(id))).toContain('is not being moved');
    // A rotation reaches what is kept.
    const SECRETS_KEY = 'another secret of the target, long enough';
    const { SECRETS_KEY: SECRETS_KEY_PREVIOUS } = target.settings as { SECRETS_KEY: string };
    const next = await startTestApp({ SECRETS_KEY, SECRETS_KEY_PREVIOUS, ROLE: 'api' }, { beside: target });
    expect(await next.app.get(SecretsRotation).rotate()).toContainEqual(
      expect.objectContaining({ column: 'kept_secrets.secret', encrypted: 1, unreadable: 0 }),
    );
    await next.close();
    const rotated = await startTestApp({ SECRETS_KEY }, { beside: target });
    try {
      expect((await move(rotated, hop)).kept).toEqual(ALL);
    } finally {
      await rotated.close();
    }
    await install(hop);
    await insertKept(hop);
    await expect.poll(() => kept(hop)).toEqual([]);
    expect(await depotOf(hop)).toEqual(before);
    const [{ pin }] = (await rows(hop, 'select pin from depot_places where pin is not null')) as any;
    expect(pin).toMatch(/^v2\./);
  });
});
