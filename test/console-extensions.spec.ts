import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import {
  defineResource,
  Id,
  ListOf,
  PickType,
  RecordEntity,
  ResourceController,
  ResourceEntity,
  StoresModule,
  Text,
  ViewType,
} from '../src/platform/index.js';
import { noChromium } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import { startTestApp, type TestApp } from './support/test-app.js';

const depots = defineResource('office.depot', { idPrefix: 'dpt' });
const crates = defineResource('office.crate', { idPrefix: 'crt' });
const vaults = defineResource('operations.vault', { idPrefix: 'vlt' });

@ResourceEntity(depots, 'depots')
class Depot extends RecordEntity {
  @Text({ description: 'Name.' }) name: string;
}

@ResourceEntity(crates, 'crates')
class Crate extends RecordEntity {
  @Text({ description: 'Name.' }) name: string;
  @Id('dpt', { of: depots, onDelete: 'refuse', description: 'Where it is.' }) depot_id: string;
}

@ResourceEntity(vaults, 'vaults')
class Vault extends RecordEntity {
  @Text({ description: 'Name.' }) name: string;
}

class VaultView extends ViewType(Vault, ['id', 'name']) {}
class VaultQuery extends ListOf(Vault, {}) {}
class DepotView extends ViewType(Depot, ['id', 'name']) {}
class DepotQuery extends ListOf(Depot, {}) {}
class CreateDepot extends PickType(Depot, ['name']) {}
class CrateView extends ViewType(Crate, ['id', 'name', 'depot_id']) {}
class CrateQuery extends ListOf(Crate, {}) {}
class CreateCrate extends PickType(Crate, ['name', 'depot_id']) {}

@Controller('v1/office/depots')
class DepotsController extends ResourceController(Depot, {
  view: DepotView,
  list: { query: DepotQuery, nav: 'database' },
  create: CreateDepot,
}) {}

@Controller('v1/office/crates')
class CratesController extends ResourceController(Crate, { view: CrateView, list: CrateQuery, create: CreateCrate }) {}

@Controller('v1/operations/vaults')
class VaultsController extends ResourceController(Vault, {
  view: VaultView,
  list: { query: VaultQuery, nav: 'database' },
}) {}

@Module({
  imports: [StoresModule.forFeature(Depot, Crate, Vault)],
  controllers: [DepotsController, CratesController, VaultsController],
})
class DepotsModule {}

describe.skipIf(noChromium)('Records of an extension in the console', () => {
  let tables: TestApp;
  let app: TestConsole;
  let owner: User;
  beforeAll(async () => {
    tables = await startTestApp({ ROLE: 'api' });
    const record = `workspace_id text not null, id text not null, name text not null, revision integer not null,
      created_at timestamptz(3) not null, updated_at timestamptz(3) not null, primary key (workspace_id, id)`;
    for (const table of ['depots', 'vaults']) await tables.database.execute(`create table ${table} (${record})`);
    await tables.database.execute(`create table crates (${record}, depot_id text not null)`);
    app = await TestConsole.start({}, [DepotsModule], tables);
    owner = await app.user();
  });
  afterAll(async () => {
    await app?.close();
    await tables?.close();
  });

  it('have a place in the navigation, are picked by their names, and shown by them', async () => {
    for (const name of ['Harbour', 'Airport']) await app.suite.client.post('/v1/office/depots', { name });
    await app.within(owner, '', async (page) => {
      const navigation = page.getByRole('navigation', { name: 'Console' });
      await navigation.getByRole('link', { name: 'Depots' }).click();
      await page.getByRole('heading', { name: 'Depots', level: 1 }).waitFor();
      await page.locator('main').getByRole('link', { name: 'Airport' }).waitFor();
      expect(await navigation.getByRole('link', { name: 'Crates' }).count()).toBe(0);
      expect(await navigation.locator('[aria-current=page]').textContent()).toBe('Depots');
    });
    const seller = await app.user('sales:viewer');
    await app.within(seller, '', async (page) => {
      const navigation = page.getByRole('navigation', { name: 'Console' });
      await navigation.getByRole('link', { name: 'Contacts' }).waitFor();
      expect(await navigation.getByRole('link', { name: 'Depots' }).count()).toBe(0);
    });
    const operator = await app.user();
    await app.suite.database.execute('update users set operator = true where id = $1', [operator.id]);
    for (const [user, found] of [
      [owner, 0],
      [operator, 1],
    ] as const)
      await app.within(user, 'settings', async (page) => {
        const navigation = page.getByRole('navigation', { name: 'Console' });
        await navigation.getByRole('link', { name: 'API keys' }).waitFor();
        expect(await navigation.getByRole('link', { name: 'Vaults' }).count()).toBe(found);
      });
    await app.within(owner, 'records/office.crates', async (page) => {
      await page.getByRole('button', { name: 'New crate' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill('Lamps');
      await form.getByLabel('Depot').fill('harb');
      await page.getByRole('option', { name: 'Harbour' }).click();
      await form.getByRole('button', { name: 'Create' }).click();
      await form.waitFor({ state: 'detached' });
      expect((await app.suite.client.get('/v1/office/crates')).body.data).toMatchObject([{ name: 'Lamps' }]);
      await page.getByRole('heading', { name: 'Lamps', level: 1 }).waitFor();
      await page.locator('main').getByText('Harbour').waitFor();
    });
  });
});
