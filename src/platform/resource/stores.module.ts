import {
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type Provider,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { prefixOf } from '../fields/ids.js';
import { Secrets } from '../security/secrets.js';
import { OutboxSignal } from '../events/outbox-signal.js';
import { Conditions } from './conditions.js';
import { Cursors } from './page.js';
import { checkColumns, checkDeclaration } from './check-declaration.js';
import { Notices } from './notices.js';
import { checkReferences } from './references.js';
import { isRecord, resourceOf, storeClassOf } from './resource-entity.js';
import { ResourceService } from './resource-service.js';
import { ShortLists } from './short-lists.js';
import { ResourceStore } from './store.js';
import type { App } from '../security/apps.js';
import { coversType } from '../security/policy-matcher.js';
import { Guardrails } from '../security/guardrails.js';
import { UserDirectory } from '../security/user-directory.js';

const serviceTokens = new Map<Function, symbol>();

/** Injection token of the default service of an entity. */
export function serviceTokenOf(entity: Function): symbol {
  const token = serviceTokens.get(entity) ?? Symbol(`Service of ${entity.name}`);
  serviceTokens.set(entity, token);
  return token;
}

/**
 * Injects the store of an entity, whose token is the class of the entity:
 * `constructor(@InjectStore(Deal) private readonly deals: ResourceStore<Deal>) {}`
 */
export const InjectStore = (entity: Function): ParameterDecorator => Inject(entity);

/** Makes and keeps the stores of this application. */
@Injectable()
export class StoreRegistry implements OnApplicationBootstrap {
  readonly #stores = new Map<Function, ResourceStore<any>>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly signal: OutboxSignal,
    private readonly users: UserDirectory,
    private readonly guardrails: Guardrails,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    for (const { resource, entity } of this.all) checkReferences(resource, entity, (type) => this.ofType(type)[0]);
    // Records without a store belong to a module that is not loaded. Tables of no record, such as cells of sheets, never have one.
    const entities = this.database.dataSource.entityMetadatas.filter(
      ({ target }) => this.#stores.has(target as Function) || !isRecord(target as Function),
    );
    return checkColumns(this.database, entities);
  }

  get all(): Iterable<ResourceStore<any>> {
    return this.#stores.values();
  }

  /** Stores by type or app (`office.*`). */
  ofType(pattern: string): ResourceStore<any>[] {
    return [...this.all].filter(({ resource }) => coversType(pattern, resource.type));
  }

  /**
   * For SQL that reads records around their store: the condition that no policy denies the caller to read the row of this type
   * that is named `row`. Its values are added to `values`.
   */
  readable(type: string, row: string, values: unknown[]): string {
    const [store] = this.ofType(type);
    return store!.readable(row, new Conditions(values)).sql || 'true';
  }

  /** The store of the records whose ids have this prefix: one of the app, where apps share it. */
  ofPrefix(prefix: string, app: App | null): ResourceStore<any> {
    const stores = [...this.all].filter(({ resource }) => resource.idPrefix === prefix);
    const store = stores.find(({ resource }) => resource.app === app) ?? stores[0];
    if (!store) throw new Error(`No store has records whose ids begin with ${prefix}_.`);
    return store;
  }

  /** The store of the record with this id, in the trash too; null where the workspace has none. */
  async holding(id: string): Promise<ResourceStore<any> | null> {
    const prefix = prefixOf(id);
    for (const store of this.all)
      if (prefix === store.resource.idPrefix && (await store.factsOf([id])).length) return store;
    return null;
  }

  of(entity: Type<object>): ResourceStore<any> {
    let store = this.#stores.get(entity);
    if (!store) {
      const resource = resourceOf(entity);
      checkDeclaration(resource, entity);
      const Store = storeClassOf(entity) ?? ResourceStore<any>;
      store = new Store(resource, this.database.dataSource.getMetadata(entity), {
        database: this.database,
        clock: this.clock,
        users: this.users,
        guardrails: this.guardrails,
        ofPrefix: (prefix) => this.ofPrefix(prefix, resource.app),
        all: () => this.all,
        ofType: (type) => this.ofType(type)[0]!,
        cursors: new Cursors(...this.secrets.deriveAll('cursors')),
        announced: () => this.signal.raise(),
      });
      this.#stores.set(entity, store);
    }
    return store;
  }
}

/** One module per entity, which provides and exports its store. */
const modules = new Map<Function, DynamicModule>();

/**
 * `StoresModule.forFeature(Deal)` in a module's imports makes `@InjectStore(Deal)` work there, as `TypeOrmModule.forFeature`
 * does for repositories. A module names the stores that it uses, or imports one that exports them.
 */
@Global()
@Module({
  providers: [StoreRegistry, ShortLists, UserDirectory, Notices],
  exports: [StoreRegistry, ShortLists, UserDirectory, Notices],
})
export class StoresModule {
  static forFeature(...entities: Type<object>[]): DynamicModule {
    const stores = entities.map(moduleOf);
    return { module: Stores, imports: stores, exports: stores };
  }
}

function moduleOf(entity: Type<object>): DynamicModule {
  let module = modules.get(entity);
  if (!module) {
    const providers: Provider[] = [
      { provide: entity, inject: [StoreRegistry], useFactory: (registry: StoreRegistry) => registry.of(entity) },
      {
        provide: serviceTokenOf(entity),
        inject: [entity],
        useFactory: (store: ResourceStore<any>) => new ResourceService(store),
      },
    ];
    module = { module: EntityStore, imports: [TypeOrmModule.forFeature([entity])], providers, exports: providers };
    modules.set(entity, module);
  }
  return module;
}

/** A separate class, because StoresModule is the global singleton with the registry. */
class Stores {}
class EntityStore {}
