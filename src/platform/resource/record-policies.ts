import { Injectable } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import type { ApiError } from '../errors/api-error.js';
import type { Restrictions } from '../security/denials.js';
import { Guardrails } from '../security/guardrails.js';
import { UserDirectory } from '../security/user-directory.js';
import { allResources } from './define.js';
import { StoreRegistry } from './stores.module.js';

/** What policies say of records that are met elsewhere than under their own path: in events, behind links. */
@Injectable()
export class RecordPolicies {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly guardrails: Guardrails,
    private readonly users: UserDirectory,
  ) {}

  /** The 403 with which a policy denies somebody to read a record, be it by its type, its id or its tags. */
  async refusal(
    restrictions: Restrictions,
    workspaceId: string,
    type: string,
    id: string | undefined,
  ): Promise<ApiError | undefined> {
    const resource = allResources().get(type) ?? { type, app: null, noun: 'record' };
    const known = restrictions.refusal(resource, 'read', id === undefined ? undefined : { id });
    const [store] = this.stores.ofType(type);
    if (known || id === undefined || !store) return known;
    const record = await asSystem(workspaceId, () => store.find(id, { deleted: true }));
    return record ? restrictions.refusal(resource, 'read', record) : undefined;
  }

  /** The same for a user or key that does not ask themselves: `user:usr_…`. */
  async refusalTo(
    principal: string,
    workspaceId: string,
    type: string,
    id: string | undefined,
  ): Promise<ApiError | undefined> {
    // Most workspaces deny nothing to anybody: then nobody's names are looked up.
    if (!(await this.guardrails.of(workspaceId, []))) return undefined;
    const names = await asSystem(workspaceId, () => this.users.namesOf(principal));
    const restrictions = await this.guardrails.of(workspaceId, names);
    return restrictions ? this.refusal(restrictions, workspaceId, type, id) : undefined;
  }
}
