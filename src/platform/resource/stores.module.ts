import { type DynamicModule, Global, Inject, Injectable, Module, type Type } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Entity, type EntityOptions } from 'typeorm';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Secrets } from '../security/secrets.js';
import { OutboxSignal } from '../events/outbox-signal.js';
import type { Resource } from './define.js';
import { Cursors } from './page.js';
import { ResourceStore } from './store.js';

const resourceOf = new Map<Function, Resource>();

/** Marks a TypeORM entity as the record of a resource. */
export const ResourceEntity =
  (resource: Resource<any, any>, table: string, options: EntityOptions = {}): ClassDecorator =>
  (target) => {
    resourceOf.set(target, resource);
    Entity(table, options)(target);
  };

const tokenOf = (entity: Function) => `Store(${entity.name})`;

/** Injects the store of an entity: `constructor(@InjectStore(Deal) private readonly deals: ResourceStore<Deal>) {}` */
export const InjectStore = (entity: Function): ParameterDecorator => Inject(tokenOf(entity));

/** Makes and keeps the stores of this application. */
@Injectable()
export class StoreRegistry {
  readonly #stores = new Map<Function, ResourceStore<any>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly signal: OutboxSignal,
  ) {}

  get all(): Iterable<ResourceStore<any>> {
    return this.#stores.values();
  }

  of(entity: Type<object>): ResourceStore<any> {
    let store = this.#stores.get(entity);
    if (!store) {
      const resource = resourceOf.get(entity);
      if (!resource) throw new Error(`${entity.name} is not marked with @ResourceEntity.`);
      store = new ResourceStore(resource, this.database.dataSource.getMetadata(entity), {
        database: this.database,
        clock: this.clock,
        cursors: new Cursors(this.secrets.derive('cursors')),
        announced: () => this.signal.raise(),
      });
      this.#stores.set(entity, store);
    }
    return store;
  }
}

/** `StoresModule.for(Deal)` in a module's imports makes `@InjectStore(Deal)` work there. */
@Global()
@Module({ providers: [StoreRegistry], exports: [StoreRegistry] })
export class StoresModule {
  static for(...entities: Type<object>[]): DynamicModule {
    const providers = entities.map((entity) => ({
      provide: tokenOf(entity),
      inject: [StoreRegistry],
      useFactory: (registry: StoreRegistry) => registry.of(entity),
    }));
    return {
      module: AppStores,
      global: true,
      imports: [TypeOrmModule.forFeature(entities)],
      providers,
      exports: providers,
    };
  }
}

/** Not `StoresModule` itself, of which each app would then have an instance, with a registry of its own. */
class AppStores {}
