import { Column, Entity, type EntityOptions } from 'typeorm';
import { fieldsOf, Id } from '../fields/fields.js';
import type { Resource } from './define.js';
import { searchColumn } from './search.js';

const resources = new Map<Function, Resource>();

/**
 * Marks a class as the record of a resource and its fields as the columns of a table.
 *
 * @example
 * @ResourceEntity(deals, 'deals')
 * export class Deal extends RecordEntity { @Text() title: string; @Money({ default: 0 }) value: number; }
 */
export const ResourceEntity =
  (resource: Resource<any, any>, table: string, options: EntityOptions = {}): ClassDecorator =>
  (target) => {
    resources.set(target, resource);
    const { prototype } = target;
    if (fieldsOf(prototype).has('id'))
      Id(resource.idPrefix, { primary: true, description: `The id of the ${resource.noun}.` })(prototype, 'id');
    for (const [name, { column }] of fieldsOf(prototype)) Column(column)(prototype, name);
    if (resource.searchable) Column(searchColumn(resource.searchable))(prototype, 'search');
    Entity(table, options)(target);
  };

/** The resource whose record a class is. */
export function resourceOf(entity: Function): Resource {
  const resource = resources.get(entity);
  if (!resource) throw new Error(`${entity.name} is not the record of a resource: mark it with @ResourceEntity(…).`);
  return resource;
}
