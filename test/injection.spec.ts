import { Inject, Injectable, Module, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pipeline as CareersPipeline } from '../src/careers/pipelines/pipeline.entity.js';
import { Pipeline as SalesPipeline } from '../src/sales/pipelines/pipeline.entity.js';
import { resourceOf } from '../src/platform/resource/resource-entity.js';
import { ResourceStore } from '../src/platform/resource/store.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { startTestApp, type TestApp } from './support/test-app.js';

type NestModule = ModulesContainer extends Map<string, infer M> ? M : never;
type Wrapper = NestModule['providers'] extends Map<unknown, infer W> ? W : never;

/** Modules whose providers are there without an import: those of the platform, and of Nest's own packages. */
const GLOBAL = [
  'BullModule',
  'DiscoveryModule',
  'InternalCoreModule',
  'MailModule',
  'MaintenanceModule',
  'PlatformModule',
  'QueuesModule',
  'StorageModule',
  'StoresModule',
  'TypeOrmCoreModule',
];

/** The exports of a module. */
function exportedBy(module: NestModule): Wrapper[] {
  const own = [...module.providers].filter(([token]) => module.exports.has(token)).map(([, wrapper]) => wrapper);
  const passedOn = [...module.imports].filter(({ metatype }) => module.exports.has(metatype));
  return [...own, ...passedOn.flatMap(exportedBy)];
}

/** Dependencies that a module neither provides, imports nor has from a module that may be global. */
function strangersIn(modules: Iterable<NestModule>): string[] {
  return [...modules].flatMap((module) => {
    // Nest counts global modules among the imports of each other one.
    const imports = [...module.imports].filter(({ isGlobal }) => !isGlobal);
    const known = new Set([...module.providers.values(), ...imports.flatMap(exportedBy)]);
    const users = [...module.providers.values(), ...module.controllers.values(), ...module.injectables.values()];
    return users.flatMap((user) =>
      dependenciesOf(user)
        .filter((wrapper) => !known.has(wrapper) && !GLOBAL.includes(wrapper.host?.name ?? ''))
        .map((wrapper) => `${module.name}: ${user.name} takes ${wrapper.name} of ${wrapper.host?.name}`),
    );
  });
}

const dependenciesOf = (wrapper: Wrapper): Wrapper[] =>
  [...(wrapper.getCtorMetadata() ?? []), ...(wrapper.getPropertiesMetadata() ?? []).map((one) => one.wrapper)].filter(
    Boolean,
  );

let suite: TestApp;
let modules: NestModule[];
beforeAll(async () => {
  suite = await startTestApp();
  modules = [...suite.app.get(ModulesContainer).values()];
});
afterAll(() => suite.close());

describe('each module of the application', () => {
  it('imports what its providers and controllers take', () => {
    expect(modules.length).toBeGreaterThan(50);
    expect(modules.flatMap(({ providers }) => [...providers.values()].flatMap(dependenciesOf)).length).toBeGreaterThan(
      500,
    );
    expect(strangersIn(modules)).toEqual([]);
  });

  it('is global only where it is the platform', () => {
    const global = modules.filter(({ isGlobal }) => isGlobal).map(({ name }) => name);
    expect(global.filter((name) => !GLOBAL.includes(name))).toEqual([]);
  });
});

describe('the store of each resource', () => {
  it('is injected by the class of its entity, which one module provides', () => {
    const entities = [...suite.app.get(StoreRegistry).all].map(({ entity }) => entity as Type<object>);
    expect(entities.length).toBeGreaterThan(40);
    for (const entity of entities) {
      const hosts = modules.filter(({ providers }) => providers.has(entity));
      expect([entity.name, hosts.length]).toEqual([entity.name, 1]);
      const store: unknown = hosts[0]!.providers.get(entity)!.instance;
      expect(store).toBeInstanceOf(ResourceStore);
      expect((store as ResourceStore<never>).resource).toBe(resourceOf(entity));
    }
  });

  it('differs where two resources have a name in common', () => {
    const storeOf = (entity: Type<object>) => suite.app.get<ResourceStore<never>>(entity, { strict: false });
    expect(storeOf(SalesPipeline).resource.type).toBe('sales.pipeline');
    expect(storeOf(CareersPipeline).resource.type).toBe('careers.pipeline');
  });
});

describe('a dependency that a module does not import', () => {
  class Store {}
  @Injectable()
  class Service {
    constructor(@Inject(Store) readonly store: Store) {}
  }
  @Module({ providers: [Service] })
  class App {}
  const storesOf = (options: object) => ({ module: class Stores {}, providers: [Store], exports: [Store], ...options });

  it('is not found', async () => {
    const made = Test.createTestingModule({ imports: [storesOf({}), App] }).compile();
    await expect(made).rejects.toThrow("can't resolve dependencies of the Service");
  });

  it('is told where a global module gives it', async () => {
    const made = await Test.createTestingModule({ imports: [storesOf({ global: true }), App] }).compile();
    expect(strangersIn(made.get(ModulesContainer).values())).toEqual(['App: Service takes Store of Stores']);
  });
});
