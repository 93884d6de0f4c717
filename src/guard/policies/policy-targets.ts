import { Injectable } from '@nestjs/common';
import { PrincipalsPort, type PrincipalType } from '../../access/index.js';
import {
  asSystem,
  currentContext,
  type Detail,
  fieldsOf,
  invalid,
  isId,
  RecordEntity,
  StoreRegistry,
} from '../../platform/index.js';
import type { PolicyPrincipal, PolicyResource } from './policy.entity.js';

/** A record that a policy or a question names. */
export interface Target {
  id: string;
  tags?: string[];
}

interface Named {
  principals?: readonly Pick<PolicyPrincipal, 'type' | 'id'>[];
  resources?: readonly PolicyResource[];
}

/** Whether those whom a policy names, and what, exist in the workspace, also where the caller may not see them. */
@Injectable()
export class PolicyTargets {
  constructor(
    private readonly people: PrincipalsPort,
    private readonly stores: StoreRegistry,
  ) {}

  /** 400 with each principal and each resource that makes no sense or does not exist. `at`: where in the body they stand. */
  async check({ principals = [], resources = [] }: Named, at = ''): Promise<void> {
    const problems: Detail[] = [];
    for (const [index, { type, id }] of principals.entries()) {
      const problem = await this.#problemOf(type, id);
      if (problem) problems.push({ field: `${at}principals[${index}].id`, ...problem });
    }
    for (const [index, { type, id, tag }] of resources.entries()) {
      const field = `${at}resources[${index}]`;
      if (id && tag)
        problems.push({ field: `${field}.tag`, code: 'invalid_value', message: 'Name a tag or an id, not both.' });
      else if (id && !(await this.find(type, id)))
        problems.push({ field: `${field}.id`, code: 'not_found', message: `There is no ${type} ${id}.` });
    }
    if (problems.length) throw invalid(problems);
  }

  /** All names of somebody, or 400. */
  async namesOf(type: PrincipalType, id: string | undefined): Promise<string[]> {
    const problem = await this.#problemOf(type, id);
    if (problem) throw invalid([{ field: 'principal.id', ...problem }]);
    return (await this.people.of(type, id ?? ''))!;
  }

  /** The record with this id, in the trash or not, or null. */
  async find(type: string, id: string): Promise<Target | null> {
    const stores = this.stores.ofType(type);
    const store = stores.find(
      ({ resource, entity }) => isId(resource.idPrefix, id) && entity.prototype instanceof RecordEntity,
    );
    if (!store) return null;
    return asSystem(currentContext().workspaceId, () => store.find(id, { deleted: true, real: true }));
  }

  /** The tags that these records have now, in the trash or not; those that are gone are left out. */
  async tagsOf(type: string, ids: readonly string[]): Promise<Map<string, string[]>> {
    const [store] = this.stores.ofType(type);
    if (!store) return new Map();
    const tagged = fieldsOf(store.entity.prototype).has('tags');
    const rows: { id: string; tags?: string[] }[] = await asSystem(currentContext().workspaceId, () =>
      store
        .query('r')
        .select(['r.id as id', ...(tagged ? ['r.tags as tags'] : [])])
        .andWhere('r.id = any(:ids)', { ids })
        .getRawMany(),
    );
    return new Map(rows.map(({ id, tags = [] }) => [id, tags]));
  }

  async #problemOf(type: PrincipalType, id: string | undefined): Promise<Pick<Detail, 'code' | 'message'> | null> {
    if (type === 'any')
      return id === undefined ? null : { code: 'invalid_value', message: '`any` is everybody: it has no id.' };
    if (id === undefined) return { code: 'required', message: `A ${type} must have an id.` };
    if (await this.people.of(type, id)) return null;
    return { code: 'not_found', message: `There is no ${type} ${id}.` };
  }
}
