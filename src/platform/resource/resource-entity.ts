import { Column, Entity, type EntityOptions } from 'typeorm';
import { fieldsOf } from '../fields/field-spec.js';
import { Id } from '../fields/fields.js';
import type { Resource } from './define.js';
import { declareFeed } from './feed.js';
import { searchColumn } from './search.js';
import type { ResourceStore } from './store.js';

type StoreClass = new (...args: ConstructorParameters<typeof ResourceStore>) => ResourceStore<any>;

const resources = new Map<Function, Resource>();
const storeClasses = new Map<Function, StoreClass>();

/**
 * Declares a class as the entity of a resource, and its fields as columns of a table. `store`: a subclass of ResourceStore with
 * special behaviour.
 *
 * @example
 * @ResourceEntity(deals, 'deals')
 * export class Deal extends RecordEntity { @Text() title: string; @Money({ default: 0 }) value: number; }
 */
export const ResourceEntity =
  (
    resource: Resource<any, any>,
    table: string,
    { store, ...options }: EntityOptions & { store?: StoreClass } = {},
  ): ClassDecorator =>
  (target) => {
    resources.set(target, resource);
    if (store) storeClasses.set(target, store);
    const { prototype } = target;
    if (fieldsOf(prototype).has('id'))
      Id(resource.idPrefix, { primary: true, description: `The id of the ${resource.noun}.` })(prototype, 'id');
    for (const [name, { column }] of fieldsOf(prototype)) Column(column)(prototype, name);
    if (resource.searchable) Column(searchColumn(resource.searchable))(prototype, 'search');
    declareFeed(resource, target as unknown as new () => object);
    Entity(table, options)(target);
  };

/** The class of an entity's store, where it has one of its own. */
export const storeClassOf = (entity: Function): StoreClass | undefined => storeClasses.get(entity);

export const isRecord = (entity: Function): boolean => resources.has(entity);

/** The resource whose record a class is. */
export function resourceOf(entity: Function): Resource {
  const resource = resources.get(entity);
  if (!resource) throw new Error(`${entity.name} is not the record of a resource: mark it with @ResourceEntity(…).`);
  return resource;
}
