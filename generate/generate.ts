import { existsSync, globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';

const USAGE = `Usage: npm run -s generate -- resource <app>.<name> [--owner] [--trash]

Makes the files of a resource (docs/extending.md) and its migration.
  --owner   records belong to a user
  --trash   deleting moves to the trash`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));

interface Options {
  owner?: boolean;
  trash?: boolean;
}

/** The names of the resource `sales.deal` in code, paths and tables. */
interface Names {
  app: string;
  /** `SalesModule` */
  appModule: string;
  type: string;
  /** `deal`, as files and paths have it */
  one: string;
  many: string;
  /** `Deal` */
  Class: string;
  Classes: string;
  /** `deals`, of tables and their indexes */
  table: string;
  /** `deals`, in code */
  resource: string;
  prefix: string;
}

const plural = (word: string) =>
  /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : word + (/(s|x|z|ch|sh)$/.test(word) ? 'es' : 's');
const pascal = (word: string) => word.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camel = (word: string) => pascal(word).replace(/^[A-Z]/, (letter) => letter.toLowerCase());
const kebab = (word: string) => word.replaceAll('_', '-');

function namesOf(app: string, name: string): Names {
  const all = plural(name);
  return {
    app,
    appModule: `${pascal(app)}Module`,
    type: `${app}.${name}`,
    one: kebab(name),
    many: kebab(all),
    Class: pascal(name),
    Classes: pascal(all),
    table: all,
    resource: camel(all),
    prefix: name.replaceAll('_', '').slice(0, 20),
  };
}

/** The files of a resource, by path. */
function filesOf(names: Names, timestamp: number, { owner, trash }: Options): Record<string, string> {
  const { app, type, one, many, Class, Classes, table, resource, prefix } = names;
  const folder = `src/${app}/${many}`;
  const platform = '../../platform/index.js';
  const when = (is: boolean | undefined, text: string) => (is ? text : '');
  // The total of a list is counted in its index alone.
  const counted = when(trash, ' include (deleted_at)');

  return {
    [`${folder}/${one}.resource.ts`]: `
import { defineResource } from '${platform}';

export const STATUSES = ['active', 'archived'] as const;

export const ${resource} = defineResource('${type}', {
  idPrefix: '${prefix}',
  searchable: ['name'],
  ${when(owner, `owner: 'owner_id',`)}
  states: { active: ['archived'], archived: ['active'] },
  ${when(trash, `trash: { purgeAfterDays: 30 },`)}
});
`,
    [`${folder}/${one}.entity.ts`]: `
import { Choice, ${when(owner, 'Id, ')}${when(!trash, 'RecordEntity, ')}ResourceEntity, Text${when(trash, ', TrashableEntity')} } from '${platform}';
import { ${resource}, STATUSES } from './${one}.resource.js';

@ResourceEntity(${resource}, '${table}')
export class ${Class} extends ${trash ? 'TrashableEntity' : 'RecordEntity'} {
  @Text({ description: 'What it is called.' }) name: string;
  @Choice(STATUSES, { default: 'active', description: 'Whether it is in use or put aside.' }) status: string;
  ${when(owner, `@Id('usr', { optional: true, description: 'The user it belongs to; you, unless a request names another.' }) owner_id: string;`)}
}
`,
    [`${folder}/${one}.dto.ts`]: `
import { ListOf, PartialType, PickType, ViewType } from '${platform}';
import { ${Class} } from './${one}.entity.js';

const written = ['name', ${when(owner, `'owner_id'`)}] as const;

export class Create${Class} extends PickType(${Class}, written) {}

export class Update${Class} extends PartialType(PickType(${Class}, [...written, 'status'])) {}

export class ${Class}Query extends ListOf(${Class}, {
  filter: ['status', ${when(owner, `'owner_id'`)}],
  sort: ['created_at', 'name'],
}) {}

export class ${Class}View extends ViewType(${Class}, ['id', ...written, 'status', 'created_at', 'updated_at', 'revision', ${when(trash, `'deleted_at'`)}]) {}
`,
    [`${folder}/${many}.controller.ts`]: `
import { Controller } from '@nestjs/common';
import { ResourceController } from '${platform}';
import { Create${Class}, ${Class}Query, ${Class}View, Update${Class} } from './${one}.dto.js';
import { ${Class} } from './${one}.entity.js';

@Controller('v1/${app}/${many}')
export class ${Classes}Controller extends ResourceController(${Class}, {
  view: ${Class}View,
  list: ${Class}Query,
  create: Create${Class},
  update: Update${Class},
  remove: true,
}) {}
`,
    [`${folder}/${many}.module.ts`]: `
import { Module } from '@nestjs/common';
import { StoresModule } from '${platform}';
import { ${Class} } from './${one}.entity.js';
import { ${Classes}Controller } from './${many}.controller.js';

@Module({
  imports: [StoresModule.forFeature(${Class})],
  controllers: [${Classes}Controller],
})
export class ${Classes}Module {}
`,
    [`${folder}/${one}.sample.ts`]: `
import { sample } from '../../../test/support/sample.js';

export default sample('${type}', {
  text: 'name',
  create: { name: 'First' },
  update: { name: 'Second' },
  invalid: [{}, { name: '' }, { name: 1 }],
});
`,
    [`${folder}/${many}.spec.ts`]: `
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const PATH = '/v1/${app}/${many}';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

it('is created, changed, listed and deleted', async () => {
  const { body: made } = await client.post(PATH, { name: 'First' });
  expect(made).toMatchObject({ name: 'First', status: 'active' ${when(owner, ', owner_id: suite.ownerId')} });
  const at = \`\${PATH}/\${made.id}\`;
  expect((await client.patch(at, { status: 'archived' })).body).toMatchObject({ name: 'First', status: 'archived' });
  expect((await client.get(\`\${PATH}?status=archived\`)).body).toMatchObject({ data: [{ id: made.id }], meta: { total: 1 } });
  expect((await client.delete(at)).status).toBe(204);
  expect((await client.get(at)).status).toBe(404);
  ${when(trash, `expect((await client.post(\`\${at}/restore\`)).body).toMatchObject({ id: made.id, deleted_at: null });`)}
});
`,
    [`migrations/${timestamp}-${app}-${many}.ts`]: `
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${pascal(app)}${Classes}${timestamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
      create table ${table} (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        status text not null,${when(owner, '\n        owner_id text not null,')}
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,${when(trash, '\n        deleted_at timestamptz(3),\n        purge_at timestamptz(3),')}
        search tsvector generated always as (search_vector(name)) stored,
        primary key (workspace_id, id)
      );
      create index ${table}_created on ${table} (workspace_id, created_at, id)${counted};
      create index ${table}_name on ${table} (workspace_id, name, id);
      create index ${table}_status on ${table} (workspace_id, status, created_at, id)${counted};
      create index ${table}_search on ${table} using gin (workspace_id, search);${when(owner, `\n      create index ${table}_owner on ${table} (workspace_id, owner_id, created_at, id)${counted};`)}${when(trash, `\n      create index ${table}_purge on ${table} (purge_at) where purge_at is not null;`)}
    \`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${table}');
  }
}
`,
  };
}

/** The files of an app that has none yet. */
const appOf = ({ app, appModule, many, Classes }: Names): Record<string, string> => ({
  [`src/${app}/${app}.module.ts`]: `
import { Module } from '@nestjs/common';
import { ${Classes}Module } from './${many}/${many}.module.js';

@Module({ imports: [${Classes}Module] })
export class ${appModule} {}
`,
  [`src/${app}/index.ts`]: `export { ${appModule} } from './${app}.module.js';`,
});

/** Later than every migration there is. */
function nextTimestamp(): number {
  const all = globSync('*.ts', { cwd: join(root, 'migrations') }).map((file) => Number(file.split('-', 1)[0]));
  return Math.max(Date.now(), ...all.map((timestamp) => timestamp + 1));
}

async function generate(type: string, options: Options): Promise<string> {
  const [, app, name] = /^([a-z]+)\.([a-z]+(?:_[a-z]+)*)$/.exec(type) ?? [];
  if (!app || !name) throw new Error(`${type} is no type of a resource: write <app>.<name>, such as sales.deal.`);
  const { isApp } = await import(join(root, 'src/platform/security/apps.ts'));
  if (!isApp(app)) throw new Error(`There is no app ${app}: docs/extending.md says how to add one.`);
  const names = namesOf(app, name);
  const hasModule = existsSync(join(root, 'src', app, `${app}.module.ts`));
  const files = { ...filesOf(names, nextTimestamp(), options), ...(!hasModule && appOf(names)) };
  const there = Object.keys(files).find((file) => existsSync(join(root, file)));
  if (there) throw new Error(`${there} exists already.`);

  const style = await resolveConfig(join(root, 'package.json'));
  for (const [file, template] of Object.entries(files)) {
    // Options that are not chosen leave lines of spaces.
    const text = await format(template.replace(/\n +(?=\n)/g, ''), { ...style, parser: 'typescript' });
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text, { flag: 'wx' });
  }
  const [module, from, where] = hasModule
    ? [`${names.Classes}Module`, `./${names.many}/${names.many}.module.js`, `src/${app}/${app}.module.ts`]
    : [names.appModule, `./${app}/index.js`, 'src/app.module.ts'];
  return `Made:
${Object.keys(files)
  .map((file) => `  ${file}`)
  .join('\n')}

Next:
  1. Add ${module} to the imports of the module in ${where}:
     import { ${module} } from '${from}';
  2. Say what it is: fields in ${names.one}.entity.ts, columns and indexes in the migration (docs/extending.md).
  3. Write its routes into the inventory, and look at the diff:
     npx vitest run ${app}/${names.many} test/inventory test/routes test/search test/boundaries test/migrations openapi.spec -u`;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { owner: { type: 'boolean' }, trash: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [kind, type] = positionals;
  if (values.help || kind !== 'resource' || !type || positionals.length > 2) throw new Error(USAGE);
  console.log(await generate(type, values));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
