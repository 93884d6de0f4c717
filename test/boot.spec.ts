import {
  All,
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  Post,
  Query,
  Redirect,
  Render,
  Res,
  Sse,
  Type,
  Version,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readFile } from 'node:fs/promises';
import { Transform } from 'class-transformer';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventListener } from '../src/platform/events/event-listener.js';
import { createLogger } from '../src/platform/config/log.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import type { Settings } from '../src/platform/config/settings.js';
import { PlatformModule } from '../src/platform/platform.module.js';
import { conflictError, defineResource } from '../src/platform/resource/define.js';
import { Choice, Text } from '../src/platform/fields/fields.js';
import { PickType } from '../src/platform/fields/pick.js';
import { NAV_ICONS } from '../src/platform/extensions/screens.js';
import { Endpoint, Loaded, Public } from '../src/platform/request/endpoint.js';
import { FormUpload, Upload } from '../src/platform/request/upload.js';
import { ListOf } from '../src/platform/resource/list-of.js';
import { PageQuery } from '../src/platform/resource/page.js';
import { RecordEntity } from '../src/platform/resource/record.entity.js';
import { ResourceEntity } from '../src/platform/resource/resource-entity.js';
import { StoresModule } from '../src/platform/resource/stores.module.js';
import { createDatabase, startTestApp } from './support/test-app.js';

const things = defineResource('office.boot_thing', {
  idPrefix: 'bth',
  errors: { stuck: conflictError('The thing is stuck.') },
});

const parts = defineResource('office.boot_part', { idPrefix: 'bpt', parent: { column: 'boot_thing_id' } });

class Unmarked {}

@ResourceEntity(things, 'boot_things')
class Thing extends RecordEntity {
  @Text() name: string;
}

class Form extends FormUpload {
  override sender() {
    return null;
  }
}

class Told {
  @Text() colour: string;
}

let settings: Settings;
let drop: () => Promise<void>;
let database: pg.Client;
beforeAll(async () => {
  const made = await createDatabase();
  database = new pg.Client(made.url);
  await database.connect();
  drop = () => database.end().then(made.drop);
  settings = readSettings({
    DATABASE_URL: made.url,
    DATABASE_POOL: '4',
    SECRETS_KEY: 'a secret that only tests know, long enough',
  });
});
afterAll(() => drop());

/** Starts the platform with one controller, or records, beside it. */
async function boot(controller: Type | null, ...entities: Type[]): Promise<void> {
  @Module({
    imports: [PlatformModule.with(settings), StoresModule.forFeature(...entities)],
    controllers: controller ? [controller] : [],
  })
  class Application {}
  const app = await NestFactory.create(Application, { logger: createLogger('silent'), abortOnError: false });
  await app.init().finally(() => app.close());
}

describe('the application does not start with', () => {
  it('a handler that declares nothing', async () => {
    @Controller('things')
    class Forgetful {
      @Get() list() {}
    }
    await expect(boot(Forgetful)).rejects.toThrow('Forgetful.list declares neither @Endpoint nor @Public.');
  });

  it('a handler about records of another one that does not load it', async () => {
    @Controller('things/:id/parts')
    class Orphaned {
      @Get() @Endpoint(parts, { scope: null }) list() {}
    }
    await expect(boot(Orphaned)).rejects.toThrow(
      'Orphaned.list is about office.boot_part and does not load its parent.',
    );
  });

  it('a handler that inherits nothing from its declared neighbours', async () => {
    @Controller('things')
    class HalfForgetful {
      @Get() @Public('Everybody may.') list() {}
      @Get(':id') get() {}
    }
    await expect(boot(HalfForgetful)).rejects.toThrow('HalfForgetful.get declares neither @Endpoint nor @Public.');
  });

  it('a place in the navigation that is no list, or has an icon that the console does not have', async () => {
    @Controller('things')
    class Misplaced {
      @Get() @Endpoint(things, { scope: 'read', nav: 'list' }) list() {}
    }
    await expect(boot(Misplaced)).rejects.toThrow('Misplaced.list has nav, which only a list without a parameter');
    @Controller('things')
    class Drawn {
      @Get() @Endpoint(things, { scope: 'read', page: true, nav: 'horse' as any }) list() {}
    }
    await expect(boot(Drawn)).rejects.toThrow("Drawn.list has nav: 'horse', which is no icon of the console: board,");
    const icons = await readFile(new URL('../console/kit/icons.tsx', import.meta.url), 'utf8');
    for (const icon of NAV_ICONS) expect(icons).toContain(`  ${icon}:`);
  });

  it('a handler that is both guarded and open', async () => {
    @Controller('things')
    class Undecided {
      @Get() @Endpoint(things, { scope: 'read' }) @Public('Everybody may.') list() {}
    }
    await expect(boot(Undecided)).rejects.toThrow('Undecided.list declares both @Endpoint and @Public.');
  });

  it('a guarded handler in a controller that is open', async () => {
    @Public('Everybody may.')
    @Controller('things')
    class OpenHouse {
      @Get() @Endpoint(things, { scope: 'read' }) list() {}
    }
    await expect(boot(OpenHouse)).rejects.toThrow('OpenHouse.list declares both @Endpoint and @Public.');
  });

  it('a scope that does not exist', async () => {
    @Controller('things')
    class Misspelt {
      @Get() @Endpoint(things, { scope: 'raed' as 'read' }) list() {}
    }
    await expect(boot(Misspelt)).rejects.toThrow('Misspelt.list asks for the scope office:raed, which does not exist.');
  });

  it('an error that its resource does not have', async () => {
    @Controller('things')
    class Misnamed {
      @Get() @Endpoint(things, { scope: 'read', errors: ['lost' as 'stuck'] }) list() {}
    }
    await expect(boot(Misnamed)).rejects.toThrow(
      'Misnamed.list names the error lost, which office.boot_thing does not have.',
    );
  });

  it('a loaded record that belongs to no resource', async () => {
    @Controller('things')
    class Rootless {
      @Get(':id') @Endpoint(things, { scope: 'read' }) get(@Param('id', Loaded(Unmarked as never)) thing: Unmarked) {
        return thing;
      }
    }
    await expect(boot(Rootless)).rejects.toThrow(
      'Unmarked is not the record of a resource: mark it with @ResourceEntity',
    );
  });

  it.each<[string, MethodDecorator[], Type | null, string]>([
    ['@Sse', [Sse(), Endpoint(things, {})], null, 'has @Sse: return a StreamReply instead, or make it @Public.'],
    ['@Render', [Get(), Render('a'), Endpoint(things, {})], null, 'has @Render: return a Reply with the page'],
    ['@Redirect', [Get(), Redirect('/'), Endpoint(things, {})], null, 'has @Redirect: return a Reply with Location'],
    ['@Version', [Get(), Version('2'), Public('All.')], null, 'has a @Version: write the version into the path'],
    ['several paths', [Get(['a', 'b']), Public('All.')], null, 'has several paths: declare a handler for each'],
    ['@All', [All(), Public('All.')], null, 'has another method than GET, POST, PUT, PATCH or DELETE'],
    ['an upload', [Post(), Public('All.')], Upload, 'is public and takes an Upload: take a FormUpload.'],
    ['a form', [Post(), Endpoint(things, {})], Form, 'takes a FormUpload, which is for public routes'],
  ])('%s, which it cannot keep', async (_title, decorators, body, message) => {
    class Unkept {
      handle() {}
    }
    const descriptor = Object.getOwnPropertyDescriptor(Unkept.prototype, 'handle')!;
    if (body) {
      Reflect.defineMetadata('design:paramtypes', [body], Unkept.prototype, 'handle');
      Body()(Unkept.prototype, 'handle', 0);
    }
    for (const decorate of decorators.toReversed()) decorate(Unkept.prototype, 'handle', descriptor);
    Object.defineProperty(Unkept.prototype, 'handle', descriptor);
    Controller('things')(Unkept);
    await expect(boot(Unkept)).rejects.toThrow(`Unkept.handle ${message}`);
  });

  it('a body without a field, or with fields that nothing would read', async () => {
    class Empty {
      name: string;
    }
    @Controller('things')
    class Careless {
      @Post() @Public('Everybody may.') create(@Body() _body: Empty) {}
    }
    await expect(boot(Careless)).rejects.toThrow(
      'Careless.create: Empty declares no field. Give it field decorators or those of class-validator.',
    );
    class Torn {
      @Text() @Transform(({ value }) => value) name: string;
    }
    @Controller('things')
    class Mixing {
      @Post() @Public('Everybody may.') create(@Body() _body: Torn) {}
    }
    await expect(boot(Mixing)).rejects.toThrow('Mixing.create: Torn.name has a decorator of class-transformer beside');
  });

  it('a record that is loaded for the wrong callers', async () => {
    @Controller('things')
    class Roaming {
      @Get(':id') @Endpoint(things, {}) get(@Param('id', Loaded(Thing, { anywhere: 'all' })) _thing: Thing) {}
    }
    await expect(boot(Roaming, Thing)).rejects.toThrow(
      'Roaming.get loads a record of anywhere, which is for public routes.',
    );
    @Controller('things')
    class Visited {
      @Get(':id') @Public('All.') get(@Param('id', Loaded(Thing)) _thing: Thing) {}
    }
    await expect(boot(Visited, Thing)).rejects.toThrow('Visited.get is public and loads a record: say anywhere');
    @Controller('things')
    @Public('All.')
    class Sweeping {
      @Post(':id') add(@Param('id', Loaded(Thing, { anywhere: 'all' })) _thing: Thing) {}
    }
    await expect(boot(Sweeping, Thing)).rejects.toThrow('Sweeping.add loads a record: put @Public on the handler');
  });

  it('a guarded handler that takes the response over', async () => {
    @Controller('things')
    class Taking {
      @Get() @Endpoint(things, {}) list(@Res() _response: object) {}
    }
    await expect(boot(Taking)).rejects.toThrow('Taking.list takes the response over with @Res() or @Next()');
  });

  it('nothing of that: it starts', async () => {
    @Controller('things')
    class Sound {
      @Get() @Endpoint(things, { scope: 'read', errors: ['stuck'] }) list() {}
      @Get('open') @Public('Everybody may.') open() {}
    }
    await expect(boot(Sound)).resolves.toBeUndefined();
  });
});

describe('the application does not start with a resource', () => {
  // Each of them could be declared, and fail at a list, a deletion or a maintenance task much later.
  const cases: [title: string, options: Partial<Parameters<typeof defineResource>[1]>, message: string][] = [
    ['a trash', { trash: { purgeAfterDays: 30 } }, 'it has a trash, but Bare has no field deleted_at: let Bare extend'],
    ['states', { states: { open: [] } }, 'it has states, but Bare has no field status: add @Choice([…]'],
    ['an owner', { owner: 'owner_id' }, "owner names a column, but Bare has no field owner_id: add @Id('usr'"],
    ['a parent', { parent: { column: 'thing_id' } }, 'parent names a column, but Bare has no field thing_id'],
    ['columns of users', { userColumns: ['author'] }, 'userColumns names columns, but Bare has no field author'],
    [
      'an event',
      { events: { made: Told } as never },
      'made has the field colour, but Bare has no field colour: write made:',
    ],
  ];

  it.each(cases)('that has %s without its columns', async (title, options, message) => {
    const resource = defineResource(`office.boot_${title.replaceAll(' ', '_')}`, {
      idPrefix: `bare${title.replaceAll(' ', '')}`.slice(0, 20),
      ...options,
    } as never);
    @ResourceEntity(resource, 'bare')
    class Bare extends RecordEntity {
      @Text() name: string;
    }
    await expect(boot(null, Bare)).rejects.toThrow(message);
  });

  it.each([
    [
      'open',
      ['open', 'closed'],
      { open: [] },
      'the @Choice of Door.status has the state closed, which the state table',
    ],
    [
      'ajar',
      ['open'],
      { open: ['ajar'], ajar: [] },
      'has the state ajar, which the @Choice of Door.status lacks: add it',
    ],
  ])('whose states and choice of status differ: %s', async (title, choice, states, message) => {
    const resource = defineResource(`office.boot_door_${title}`, { idPrefix: `door${title}`, states });
    @ResourceEntity(resource, 'doors')
    class Door extends RecordEntity {
      @Choice(choice, { default: 'open' }) status: string;
    }
    await expect(boot(null, Door)).rejects.toThrow(message);
  });

  it('whose record has a column that its table lacks, or no table', async () => {
    @ResourceEntity(defineResource('office.boot_lamp', { idPrefix: 'lamp' }), 'boot_lamps')
    class Lamp extends RecordEntity {
      @Text() colour: string;
      @Text() shape: string;
    }
    const mend = 'let a migration add it, and run the migrations.';
    await expect(boot(null, Lamp)).rejects.toThrow(
      `Lamp is kept in the table boot_lamps, which does not exist: ${mend}`,
    );
    await database.query(`create table boot_lamps (
      workspace_id text, id text, colour text, created_at timestamptz, updated_at timestamptz, revision integer)`);
    await expect(boot(null, Lamp)).rejects.toThrow(
      `Lamp has the column shape, which the table boot_lamps lacks: ${mend}`,
    );
    await database.query('alter table boot_lamps add column shape text');
    await expect(boot(null, Lamp)).resolves.toBeUndefined();
    await database.query('alter table sheet_blocks rename column cells to gone');
    await expect(boot(null, Lamp)).rejects.toThrow(
      `SheetBlock has the column cells, which the table sheet_blocks lacks: ${mend}`,
    );
    await database.query('alter table sheet_blocks rename column gone to cells');
  });

  it('whose list filters or sorts by a field without a column', async () => {
    @ResourceEntity(defineResource('office.boot_listed', { idPrefix: 'blt' }), 'listed')
    class Listed extends RecordEntity {
      @Text() name: string;
    }
    class ByColour extends ListOf(Listed, {}) {
      @Text({ optional: true }) colour?: string;
    }
    class ByShape extends ListOf(Listed, { sort: ['shape' as 'name'] }) {}
    class Own extends PageQuery {}
    const listing = (query: Type) => {
      class Listing {
        list() {}
      }
      Reflect.defineMetadata('design:paramtypes', [query], Listing.prototype, 'list');
      Query()(Listing.prototype, 'list', 0);
      const descriptor = Object.getOwnPropertyDescriptor(Listing.prototype, 'list')!;
      Endpoint(things, { page: true })(Listing.prototype, 'list', descriptor);
      Get()(Listing.prototype, 'list', descriptor);
      Object.defineProperty(Listing.prototype, 'list', descriptor);
      Controller('things')(Listing);
      return Listing;
    };
    await expect(boot(listing(ByColour))).rejects.toThrow(
      'ByColour filters by colour, which is no field of Listed: say @Where(…) beside it.',
    );
    await expect(boot(listing(ByShape))).rejects.toThrow('ByShape sorts by shape, which is no field of Listed.');
    await expect(boot(listing(Own))).rejects.toThrow('let Own extend ListOf(…), so that its columns are known.');
  });
});

it.each(['office.document.creatd', 'shop.*'])(
  'a listener of %s, which is never sent, stops the start',
  async (type) => {
    @Injectable()
    class Idle extends EventListener {
      readonly name = 'idle';
      override readonly types = ['*', type];
      async handle() {}
    }
    @Module({ providers: [Idle] })
    class Listening {}
    await expect(startTestApp({ LOG_LEVEL: 'silent' }, { modules: [Listening] })).rejects.toThrow(
      `The listener idle names the event ${type}, which no resource declares: correct its types.`,
    );
  },
);

it('an application that cannot be built is refused with the reason', async () => {
  @Module({
    providers: [
      {
        provide: 'broken',
        useFactory: () => {
          throw new Error('The light is broken.');
        },
      },
    ],
  })
  class Broken {}
  await expect(startTestApp({ LOG_LEVEL: 'silent' }, { modules: [Broken] })).rejects.toThrow('The light is broken.');
});

describe('a resource cannot be declared with', () => {
  it.each(['room2', 'Room', 'a_b', ''])('the prefix %j, which ids cannot have', (idPrefix) => {
    expect(() => defineResource('sales.boot_prefix', { idPrefix })).toThrow(
      `sales.boot_prefix: idPrefix '${idPrefix}' cannot begin ids: use 1 to 20 lower-case letters.`,
    );
  });

  it('the type of another one', () => {
    defineResource('sales.boot_twin', { idPrefix: 'twin' });
    expect(() => defineResource('sales.boot_twin', { idPrefix: 'twinb' })).toThrow(
      'sales.boot_twin is declared twice: give one of the two another name.',
    );
  });

  it('the prefix of another one, unless it says so', () => {
    expect(() => defineResource('sales.boot_taken', { idPrefix: 'bth' })).toThrow(
      'sales.boot_taken: ids of office.boot_thing begin with bth_ as well: choose another idPrefix.',
    );
    const shared = { idPrefix: 'bth', sharesPrefixWith: 'office.boot_thing' };
    expect(() => defineResource('sales.boot_shared', shared)).not.toThrow();
    expect(() => defineResource('office.boot_shared', shared)).toThrow('begin with bth_ as well');
  });

  it('a picked field that its record does not have', () => {
    class Plain {
      @Text() name: string;
      colour: string;
    }
    expect(() => PickType(Plain, ['colour'])).toThrow(
      'Plain.colour has no field decorator: add one, such as @Text() colour.',
    );
    // @ts-expect-error: it does not compile either.
    expect(() => PickType(Plain, ['shape'])).toThrow('Plain.shape has no field decorator');
  });

  it('a state table that leads to a state it does not have', () => {
    const states = { open: ['won', 'lots'], won: [] };
    expect(() => defineResource('sales.boot_hole', { idPrefix: 'bhl', states })).toThrow(
      'sales.boot_hole: the state table leads from open to lots, which it does not have.',
    );
  });

  it('an event without a payload class', () => {
    const events = { created: { payload: undefined as never, from: () => ({}) } };
    expect(() => defineResource('sales.boot_silent', { idPrefix: 'bsi', events })).toThrow(
      'The event sales.boot_silent.created has no payload class.',
    );
  });
});
