import { Injectable } from '@nestjs/common';
import { PrincipalsPort, type PrincipalType } from '../../access/index.js';
import {
  currentContext,
  type Detail,
  invalid,
  isId,
  type PolicyRecord,
  readAsSystem,
  RecordEntity,
  StoreRegistry,
} from '../../platform/index.js';
import type { PolicyApprover, PolicyPrincipal, PolicyResource } from './policy.entity.js';

/** A record that a policy or question refers to. */
export interface Target {
  id: string;
  tags?: string[];
}

/** A record as far as policies ask about it. */
export type Facts = PolicyRecord & Readonly<Record<string, unknown>>;

interface Named {
  principals?: readonly Pick<PolicyPrincipal, 'type' | 'id'>[];
  resources?: readonly PolicyResource[];
}

/** Validates that principals and resources exist in the workspace, even if invisible to the caller. */
@Injectable()
export class PolicyTargets {
  constructor(
    private readonly people: PrincipalsPort,
    private readonly stores: StoreRegistry,
  ) {}

  /** 400 listing all invalid principals and resources. `at`: path prefix in the body. */
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

  /** 400 listing approvers that do not exist. */
  async checkApprovers(approvers: readonly PolicyApprover[]): Promise<void> {
    const problems: Detail[] = [];
    for (const [index, { type, id }] of approvers.entries()) {
      const problem = await this.#problemOf(type, id);
      if (problem) problems.push({ field: `approvers[${index}].id`, ...problem });
    }
    if (problems.length) throw invalid(problems);
  }

  /** All principals of a user or key, or 400. */
  async namesOf(type: PrincipalType, id: string | undefined): Promise<string[]> {
    const problem = await this.#problemOf(type, id);
    if (problem) throw invalid([{ field: 'principal.id', ...problem }]);
    return (await this.people.of(type, id ?? ''))!;
  }

  /** Finds a record, including the trash; null if it does not exist. */
  async find(type: string, id: string): Promise<Target | null> {
    const stores = this.stores.ofType(type);
    const store = stores.find(
      ({ resource, entity }) => isId(resource.idPrefix, id) && entity.prototype instanceof RecordEntity,
    );
    if (!store) return null;
    return readAsSystem(currentContext().workspaceId, () => store.find(id, { deleted: true, real: true }));
  }

  /** The content of these records that policies ask for, those in the trash included; deleted ones are omitted. */
  async factsOf(type: string, ids: readonly string[], fields: readonly string[]): Promise<Map<string, Facts>> {
    const [store] = this.stores.ofType(type);
    if (!store) return new Map();
    const rows = await readAsSystem(currentContext().workspaceId, () => store.factsOf(ids, fields));
    return new Map(rows.map((row) => [row.id, row]));
  }

  async #problemOf(type: PrincipalType, id: string | undefined): Promise<Pick<Detail, 'code' | 'message'> | null> {
    if (type === 'any')
      return id === undefined ? null : { code: 'invalid_value', message: '`any` is everybody: it has no id.' };
    if (id === undefined) return { code: 'required', message: `A ${type} must have an id.` };
    if (await this.people.of(type, id)) return null;
    return { code: 'not_found', message: `There is no ${type} ${id}.` };
  }
}
