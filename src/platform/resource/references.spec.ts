import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blindTo, enforcePolicy } from '../../../test/support/policies.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Id, Text, Texts } from '../fields/fields.js';
import { newId } from '../fields/ids.js';
import { PartialType, PickType, ViewType } from '../fields/pick.js';
import { ResourceController } from '../request/resource-controller.js';
import { allResources, defineResource } from './define.js';
import { ListOf } from './list-of.js';
import { RecordEntity, TrashableEntity } from './record.entity.js';
import { checkReferences } from './references.js';
import { ResourceEntity } from './resource-entity.js';
import { StoresModule } from './stores.module.js';

const depots = defineResource('office.depot', {
  idPrefix: 'dpt',
  visible: (who) => (who.isAdmin('office') ? 'all' : [{ name: 'Blue' }]),
});
const vaults = defineResource('office.vault', { idPrefix: 'vlt', trash: { purgeAfterDays: 30 } });
const crates = defineResource('office.crate', { idPrefix: 'crt', trash: { purgeAfterDays: 30 } });
const parcels = defineResource('sales.parcel', { idPrefix: 'prl' });
const optional = { optional: true, nullable: true };

@ResourceEntity(depots, 'depots')
class Depot extends RecordEntity {
  @Text({ description: 'Name.' }) name: string;
}

@ResourceEntity(vaults, 'vaults')
class Vault extends TrashableEntity {
  @Text({ description: 'Name.' }) name: string;
}

@ResourceEntity(crates, 'crates')
class Crate extends TrashableEntity {
  @Text({ description: 'Name.' }) name: string;
  @Id('dpt', { ...optional, of: depots, onDelete: 'refuse', description: 'Where it is.' }) depot_id: string | null;
  @Id('dpt', { ...optional, of: 'office.depot', onDelete: 'keep', description: 'Where it was.' })
  former_id: string | null;
  @Texts({
    maxItems: 5,
    maxLength: 40,
    idPrefix: 'dpt',
    of: depots,
    onDelete: 'clear',
    default: [],
    description: 'Where it may go.',
  })
  next_ids: string[];
  @Id('vlt', { ...optional, of: vaults, onDelete: 'refuse', description: 'Where it is locked.' })
  vault_id: string | null;
  @Id('vlt', { ...optional, of: vaults, onDelete: 'clear', description: 'Where it may be locked.' })
  spare_id: string | null;
}

/** Of another app. */
@ResourceEntity(parcels, 'parcels')
class Parcel extends RecordEntity {
  @Text({ description: 'Name.' }) name: string;
  @Id('dpt', { ...optional, of: depots, onDelete: 'refuse', description: 'Where it goes.' }) depot_id: string | null;
}

const written = ['name', 'depot_id', 'former_id', 'next_ids', 'vault_id', 'spare_id'] as const;
class DepotView extends ViewType(Depot, ['id', 'name']) {}
class DepotQuery extends ListOf(Depot, {}) {}
class CreateDepot extends PickType(Depot, ['name']) {}
class VaultView extends ViewType(Vault, ['id', 'name']) {}
class CreateVault extends PickType(Vault, ['name']) {}
class CrateView extends ViewType(Crate, ['id', ...written, 'revision']) {}
class CrateQuery extends ListOf(Crate, {}) {}
class CreateCrate extends PickType(Crate, written) {}
class UpdateCrate extends PartialType(CreateCrate) {}

@Controller('v1/office/depots')
class DepotsController extends ResourceController(Depot, {
  view: DepotView,
  list: DepotQuery,
  create: CreateDepot,
  remove: true,
}) {}

@Controller('v1/office/vaults')
class VaultsController extends ResourceController(Vault, { view: VaultView, create: CreateVault, remove: true }) {}

@Controller('v1/office/crates')
class CratesController extends ResourceController(Crate, {
  view: CrateView,
  list: CrateQuery,
  create: CreateCrate,
  update: UpdateCrate,
  remove: true,
}) {}

class ParcelView extends ViewType(Parcel, ['id', 'name', 'depot_id']) {}
class CreateParcel extends PickType(Parcel, ['name', 'depot_id']) {}

@Controller('v1/sales/parcels')
class ParcelsController extends ResourceController(Parcel, { view: ParcelView, create: CreateParcel }) {}

@Module({
  imports: [StoresModule.forFeature(Depot, Vault, Crate, Parcel)],
  controllers: [DepotsController, VaultsController, CratesController, ParcelsController],
})
class DepotsModule {}

const [DEPOTS, VAULTS, CRATES] = ['/v1/office/depots', '/v1/office/vaults', '/v1/office/crates'];

let first: TestApp;
let suite: TestApp;
let client: Client;
beforeAll(async () => {
  first = await startTestApp({ ROLE: 'api' });
  const record = `workspace_id text not null, id text not null, name text not null, revision integer not null,
    created_at timestamptz(3) not null, updated_at timestamptz(3) not null, primary key (workspace_id, id)`;
  const trash = `${record}, deleted_at timestamptz(3), purge_at timestamptz(3)`;
  await first.database.execute(`create table depots (${record})`);
  await first.database.execute(`create table vaults (${trash})`);
  await first.database.execute(`create table parcels (${record}, depot_id text)`);
  await first.database.execute(
    `create table crates (${trash}, depot_id text, former_id text, next_ids text[] not null, vault_id text, spare_id text)`,
  );
  suite = await startTestApp({ ROLE: 'api' }, { beside: first, modules: [DepotsModule] });
  ({ client } = suite);
});
afterAll(async () => {
  await suite.close();
  await first.close();
});

const make = async (path: string, facts: object = {}, by = client) => {
  const answer = await by.post(path, { name: 'Blue', ...facts });
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const depot = () => make(DEPOTS);
const shown = async (id: string) => (await client.get(`${CRATES}/${id}?include_deleted=true`)).body;
const unknown = (id: string, field: string, noun = 'depot') => ({
  status: 400,
  body: {
    error: { code: 'VALIDATION_ERROR', details: [{ field, code: 'not_found', message: `There is no ${noun} ${id}.` }] },
  },
});

describe('a reference', () => {
  it('names a record of the workspace', async () => {
    const [one, other] = [await depot(), await depot()];
    const facts = { depot_id: one.id, former_id: other.id, next_ids: [other.id, one.id] };
    const crate = await make(CRATES, facts);
    expect(crate).toMatchObject(facts);
    expect(await client.patch(`${CRATES}/${crate.id}`, { depot_id: other.id })).toMatchObject({ status: 200 });
    expect(await client.patch(`${CRATES}/${crate.id}`, { depot_id: null, next_ids: [] })).toMatchObject({
      body: { depot_id: null, next_ids: [] },
    });
  });

  it('of another workspace, deleted, hidden or made up is answered alike', async () => {
    const foreign = await make(DEPOTS, {}, (await suite.workspace()).client);
    const deleted = await depot();
    await client.delete(`${DEPOTS}/${deleted.id}`);
    const hidden = await make(DEPOTS, { name: 'Secret' });
    const { client: editor } = await suite.signedIn('office:editor');
    const crate = await make(CRATES);
    for (const id of [foreign.id, deleted.id, hidden.id, newId('dpt')]) {
      expect(await editor.post(CRATES, { name: 'Blue', depot_id: id })).toMatchObject(unknown(id, 'depot_id'));
      expect(await editor.post(CRATES, { name: 'Blue', former_id: id })).toMatchObject(unknown(id, 'former_id'));
      expect(await editor.patch(`${CRATES}/${crate.id}`, { next_ids: [id] })).toMatchObject(unknown(id, 'next_ids[0]'));
    }
    expect(await make(CRATES, { depot_id: hidden.id })).toMatchObject({ depot_id: hidden.id });
  });

  it('to records that a policy denies as a whole is answered like one to none', async () => {
    const blind = await blindTo(client, 'office.depot');
    for (const { id } of [await depot(), { id: newId('dpt') }])
      expect(await blind.post(CRATES, { name: 'Blue', former_id: id })).toMatchObject(unknown(id, 'former_id'));
  });

  it('to a record in the trash is refused, and one that stays is not', async () => {
    const vault = await make(VAULTS);
    const crate = await make(CRATES, { spare_id: vault.id });
    expect((await client.delete(`${VAULTS}/${vault.id}`)).status).toBe(204);
    expect(await client.post(CRATES, { name: 'Blue', spare_id: vault.id })).toMatchObject(
      unknown(vault.id, 'spare_id', 'vault'),
    );
    const same = await client.patch(`${CRATES}/${crate.id}`, { name: 'Red', spare_id: vault.id });
    expect(same).toMatchObject({ status: 200, body: { name: 'Red', spare_id: vault.id } });
  });

  it('names every field that leads nowhere, in one answer', async () => {
    const [one, other] = [newId('dpt'), newId('vlt')];
    const known = await depot();
    const answer = await client.post(CRATES, { name: 'Blue', next_ids: [known.id, one], vault_id: other });
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(['next_ids[1]', 'vault_id']);
  });

  it('needs no scope of the app of the record', async () => {
    const { body: project } = await client.post('/v1/project/projects', { name: 'Roof', key: 'ROOF' });
    const { body: far } = await (
      await suite.workspace()
    ).client.post('/v1/project/projects', { name: 'Roof', key: 'ROOF' });
    await client.post('/v1/sales/pipelines', { name: 'Sales', stages: [{ name: 'New' }] });
    const seller = await suite.withScopes('sales:read', 'sales:write');
    const deal = (project_id: string) => seller.post('/v1/sales/deals', { title: 'Roof', project_id });
    expect(await deal(project.id)).toMatchObject({ status: 201, body: { project_id: project.id } });
    expect(await deal(far.id)).toMatchObject(unknown(far.id, 'project_id', 'project'));
  });

  it('names a record that an earlier operation of the batch made, also in a dry run', async () => {
    const operations = [
      { method: 'POST', path: DEPOTS, body: { name: 'New' }, ref: 'depot' },
      { method: 'POST', path: CRATES, body: { name: 'In it', depot_id: { $ref: 'depot.id' } } },
    ];
    const dry = await client.post('/v1/batch', { operations, dry_run: true });
    expect(dry, dry.text).toMatchObject({ status: 200 });
    const { body } = await client.post('/v1/batch', { operations });
    expect(body.results[1]).toMatchObject({ status: 201, body: { depot_id: body.results[0].body.id } });
    const wrong = { method: 'POST', path: CRATES, body: { name: 'Nowhere', depot_id: newId('dpt') } };
    expect(await client.post('/v1/batch', { operations: [operations[0], wrong] })).toMatchObject({
      status: 400,
      body: { failed_operation: 1 },
    });
    const headers = { Prefer: 'dry-run' };
    expect((await client.post(CRATES, wrong.body, { headers })).status).toBe(400);
  });

  it('costs one statement for a table, and none where nothing is named', async () => {
    const [one, other] = [await depot(), await depot()];
    const vault = await make(VAULTS);
    const run = vi.spyOn(suite.database, 'run');
    const statements = async (facts: object) => {
      run.mockClear();
      await make(CRATES, facts);
      return run.mock.calls.map(([, text]) => text).filter((text) => /from (depots|vaults) /.test(text)).length;
    };
    expect(await statements({})).toBe(0);
    expect(await statements({ depot_id: one.id, former_id: other.id, next_ids: [one.id, other.id] })).toBe(1);
    expect(await statements({ depot_id: one.id, vault_id: vault.id })).toBe(2);
    run.mockRestore();
  });

  it('stands in the contract, in requests and answers', async () => {
    const { schemas } = (await client.get('/openapi.json')).body.components;
    for (const name of ['CreateCrate', 'UpdateCrate', 'Crate']) {
      const { depot_id, next_ids, name: text } = schemas[name].properties;
      expect([depot_id['x-ref'], next_ids.items['x-ref'], text['x-ref']]).toEqual([
        'office.depot',
        'office.depot',
        undefined,
      ]);
    }
    const { id } = await depot();
    const crate = await make(CRATES, { depot_id: id });
    expect((await client.get(`${CRATES}/${crate.id}?include=depot`)).body.included).toMatchObject({ [id]: { id } });
  });
});

describe('a deletion', () => {
  it('is refused while others refer to the record, with their number', async () => {
    const { id } = await depot();
    const path = `${DEPOTS}/${id}`;
    const one = await make(CRATES, { depot_id: id });
    const message = async () => {
      const { status, body } = await client.delete(path);
      return [status, body?.error.message];
    };
    expect(await message()).toEqual([
      409,
      'The depot cannot be deleted, because 1 record (office.crate) refers to it.',
    ]);
    const other = await make(CRATES, { depot_id: id });
    const two = [409, 'The depot cannot be deleted, because 2 records (office.crate) refer to it.'];
    expect(await message()).toEqual(two);
    // Could be restored.
    await client.delete(`${CRATES}/${other.id}`);
    expect(await message()).toEqual(two);
    await client.delete(`${CRATES}/${other.id}?hard=true`);
    await client.patch(`${CRATES}/${one.id}`, { depot_id: null });
    expect(await message()).toEqual([204, undefined]);
  });

  it('does not count records that the caller may not read', async () => {
    const { id } = await depot();
    const crate = await make(CRATES, { depot_id: id });
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Blind',
      scopes: ['read:all', 'write:all'],
    });
    const principals = [{ type: 'api_key', id: key.id }];
    await enforcePolicy(client, {
      principals,
      resources: [{ type: 'office.crate', id: crate.id }],
      actions: ['office:read'],
    });
    const { status, body } = await new Client(client.base, key.key).delete(`${DEPOTS}/${id}`);
    expect([status, body.error.message]).toEqual([
      409,
      'The depot cannot be deleted, because other records refer to it.',
    ]);
  });

  it('says nothing of records of an app that the caller may not read', async () => {
    const { id } = await depot();
    await make('/v1/sales/parcels', { depot_id: id });
    const message = async (by: Client) => (await by.delete(`${DEPOTS}/${id}`)).body.error.message;
    expect(await message(client)).toContain('1 record (sales.parcel) refers');
    const keeper = await suite.withScopes('office:read', 'office:write');
    expect(await message(keeper)).toBe('The depot cannot be deleted, because other records refer to it.');
  });

  it('to the trash is refused, too', async () => {
    const vault = await make(VAULTS);
    const crate = await make(CRATES, { vault_id: vault.id });
    expect((await client.delete(`${VAULTS}/${vault.id}`)).status).toBe(409);
    await client.patch(`${CRATES}/${crate.id}`, { vault_id: null });
    expect((await client.delete(`${VAULTS}/${vault.id}`)).status).toBe(204);
  });

  it('clears references with an entry and an event of each record, also in the trash', async () => {
    const [gone, stays] = [await depot(), await depot()];
    const crate = await make(CRATES, { next_ids: [gone.id, stays.id], former_id: gone.id });
    const trashed = await make(CRATES, { next_ids: [gone.id] });
    const other = await make(CRATES, { next_ids: [stays.id] });
    await client.delete(`${CRATES}/${trashed.id}`);
    expect((await client.delete(`${DEPOTS}/${gone.id}`)).status).toBe(204);
    expect(await shown(crate.id)).toMatchObject({ next_ids: [stays.id], former_id: gone.id, revision: 2 });
    expect(await shown(trashed.id)).toMatchObject({ next_ids: [], revision: 3 });
    expect(await shown(other.id)).toMatchObject({ next_ids: [stays.id], revision: 1 });
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${crate.id}&action=office.crate.updated`))
      .body;
    expect(data).toMatchObject([{ changes: { next_ids: { from: [gone.id, stays.id], to: [stays.id] } } }]);
    const { rows } = await suite.database.execute(
      `select 1 from outbox where type = 'office.crate.updated' and payload ->> 'crate_id' = $1
       union all select 1 from events where type = 'office.crate.updated' and payload ->> 'crate_id' = $1`,
      [crate.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('clears references once the record is gone for good', async () => {
    const vault = await make(VAULTS);
    const crate = await make(CRATES, { spare_id: vault.id });
    await client.delete(`${VAULTS}/${vault.id}`);
    expect(await shown(crate.id)).toMatchObject({ spare_id: vault.id });
    await client.delete(`${VAULTS}/${vault.id}?hard=true`);
    expect(await shown(crate.id)).toMatchObject({ spare_id: null });
  });

  it('clears what the caller may not read or change', async () => {
    const { id } = await depot();
    const crate = await make(CRATES, { next_ids: [id] });
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Blind',
      scopes: ['read:all', 'write:all'],
    });
    const principals = [{ type: 'api_key', id: key.id }];
    const resources = [{ type: 'office.crate', id: crate.id }];
    await enforcePolicy(client, { principals, resources, actions: ['office:read', 'office:write'] });
    expect((await new Client(client.base, key.key).delete(`${DEPOTS}/${id}`)).status).toBe(204);
    expect(await shown(crate.id)).toMatchObject({ next_ids: [] });
  });

  it('counts and clears up to a limit', async () => {
    const [one, other] = [await depot(), await depot()];
    await suite.database.execute(
      `insert into crates (workspace_id, id, name, revision, created_at, updated_at, next_ids, depot_id)
       select $1, $2 || n, 'Blue', 1, now(), now(), '{}', $2 from generate_series(1, 1001) n`,
      [suite.workspaceId, one.id],
    );
    const message = async (id: string) => (await client.delete(`${DEPOTS}/${id}`)).body.error.message;
    expect(await message(one.id)).toContain('because more than 1000 records (office.crate) refer to it');
    await suite.database.execute('update crates set depot_id = null, next_ids = array[$1] where depot_id = $2', [
      other.id,
      one.id,
    ]);
    await suite.database.execute(
      `insert into crates (workspace_id, id, name, revision, created_at, updated_at, next_ids)
       select $1, $2 || n, 'Blue', 1, now(), now(), array[$2] from generate_series(1, 4000) n`,
      [suite.workspaceId, other.id],
    );
    expect(await message(other.id)).toContain('because more than 5000 records refer to it');
  });

  it('of one workspace leaves records of others alone', async () => {
    const { id } = await depot();
    const { client: neighbour } = await suite.workspace();
    const crate = await make(CRATES, {}, neighbour);
    await suite.database.execute('update crates set depot_id = $2, next_ids = array[$2] where id = $1', [crate.id, id]);
    expect((await client.delete(`${DEPOTS}/${id}`)).status).toBe(204);
    expect((await neighbour.get(`${CRATES}/${crate.id}`)).body).toMatchObject({ depot_id: id, next_ids: [id] });
  });
});

describe('a deletion at the same time', () => {
  const WAITING = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const waits = () => expect.poll(async () => (await suite.database.execute(WAITING)).count).toBe(1);

  it('waits for a request that names the record, and is refused then', async () => {
    const { id } = await depot();
    const crate = await make(CRATES);
    const writer = await suite.database.connect();
    try {
      await writer.query('begin');
      await writer.query('select 1 from depots where id = $1 for key share', [id]);
      await writer.query('update crates set depot_id = $2 where id = $1', [crate.id, id]);
      const deletion = client.delete(`${DEPOTS}/${id}`);
      await waits();
      await writer.query('commit');
      expect((await deletion).status).toBe(409);
    } finally {
      writer.release();
    }
  });

  it('lets a request that names the record wait, and the record is unknown then', async () => {
    const { id } = await depot();
    const remover = await suite.database.connect();
    try {
      await remover.query('begin');
      await remover.query('delete from depots where id = $1', [id]);
      const creation = client.post(CRATES, { name: 'Blue', depot_id: id });
      await waits();
      await remover.query('commit');
      expect(await creation).toMatchObject(unknown(id, 'depot_id'));
    } finally {
      remover.release();
    }
  });
});

describe('a start', () => {
  const declared = (decorate: PropertyDecorator) => {
    class Shelf {}
    decorate(Shelf.prototype, 'depot_id');
    return () =>
      checkReferences(depots, Shelf, (type) => {
        const resource = allResources().get(type);
        return resource && { resource };
      });
  };

  it('refuses a reference to a type that nobody declares', () => {
    expect(declared(Id('cmp', { of: 'trade.company' }))).toThrow(
      'office.depot: Shelf.depot_id refers to trade.company, which nobody declares: correct the type, or load the extension that declares it.',
    );
  });

  it('refuses a reference with the prefix of other ids', () => {
    expect(declared(Id('crt', { of: depots }))).toThrow(`begin with dpt_: write @Id('dpt', { of: … }).`);
    expect(declared(Texts({ maxItems: 1, maxLength: 40, of: depots }))).toThrow(`write idPrefix: 'dpt'.`);
  });

  it('refuses to clear what cannot be null', () => {
    expect(declared(Id('dpt', { of: depots, onDelete: 'clear' }))).toThrow(
      'write nullable: true, or another onDelete.',
    );
    expect(declared(Id('dpt', { of: depots, onDelete: 'clear', nullable: true }))).not.toThrow();
  });
});
