import { Injectable } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import type { ApiError } from '../errors/api-error.js';
import type { Restrictions } from '../security/denials.js';
import type { PolicyRecord, PolicyTarget } from '../security/policy-matcher.js';
import { Guardrails } from '../security/guardrails.js';
import { UserDirectory } from '../security/user-directory.js';
import { fieldsOf } from '../fields/fields.js';
import { prefixOf } from '../fields/ids.js';
import { allResources } from './define.js';
import { StoreRegistry } from './stores.module.js';

/** Policy checks for records that are read elsewhere than under their own path: in events, behind links. */
@Injectable()
export class RecordPolicies {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly guardrails: Guardrails,
    private readonly users: UserDirectory,
  ) {}

  /** The 403 if a policy denies reading a record, by type, id or tags. */
  async refusal(
    restrictions: Restrictions,
    workspaceId: string,
    type: string,
    id: string | undefined,
  ): Promise<ApiError | undefined> {
    const resource = allResources().get(type) ?? { type, app: null, noun: 'record' };
    return refusalToRead(restrictions, resource, id, () => this.recordOf(workspaceId, type, id!));
  }

  /** The record for policy checks, including the trash; null if it does not exist. */
  async recordOf(workspaceId: string, type: string, id: string): Promise<PolicyRecord | null> {
    const [store] = this.stores.ofType(type);
    return store ? asSystem(workspaceId, () => store.find(id, { deleted: true })) : null;
  }

  /**
   * 403 if the body refers to a record that a policy denies the caller to read, by id or tags. Scans all values, so that no
   * field can be forgotten. `before`: existing references may stay. References to a wholly denied type are reported as not
   * found, like invisible records.
   */
  async refuseNamed(
    restrictions: Restrictions,
    workspaceId: string,
    body: unknown,
    before: object | null,
  ): Promise<void> {
    const named = idsIn(body);
    if (before) for (const [prefix, ids] of idsIn(before)) for (const id of ids) named.get(prefix)?.delete(id);
    for (const resource of allResources().values()) {
      const ids = [...(named.get(resource.idPrefix) ?? [])];
      if (!ids.length || restrictions.deny(resource, 'read')) continue;
      for (const id of ids) restrictions.refuse(resource, 'read', { id });
      const [store] = this.stores.ofType(resource.type);
      if (!store || !fieldsOf(store.entity.prototype).has('tags') || !restrictions.denyTagged(resource, 'read'))
        continue;
      const tagged = await asSystem(workspaceId, () => store.findAll(['id = any(?)', ids], { deleted: true }));
      for (const record of tagged) restrictions.refuse(resource, 'read', record);
    }
  }

  /** Like `refusal`, for a principal other than the caller: `user:usr_…`. `through`: as in `UserDirectory.namesOf`. */
  async refusalTo(
    principal: string,
    workspaceId: string,
    type: string,
    id: string | undefined,
    through: string | null = null,
  ): Promise<ApiError | undefined> {
    // Fast path: most workspaces have no denying policy.
    if (!(await this.guardrails.of(workspaceId, []))) return undefined;
    const names = await asSystem(workspaceId, () => this.users.namesOf(principal, through));
    const restrictions = await this.guardrails.of(workspaceId, names);
    return restrictions ? this.refusal(restrictions, workspaceId, type, id) : undefined;
  }
}

/**
 * The 403 if a policy denies reading a record, by type, id or tags. `find` is called only where tags decide, and so is the
 * answer a promise.
 */
export function refusalToRead(
  restrictions: Restrictions,
  resource: PolicyTarget,
  id: string | undefined,
  find: () => Promise<PolicyRecord | null>,
): ApiError | undefined | Promise<ApiError | undefined> {
  const known = restrictions.refusal(resource, 'read', id === undefined ? undefined : { id });
  if (known || id === undefined || !restrictions.denyTagged(resource, 'read')) return known;
  return find().then((record) => (record ? restrictions.refusal(resource, 'read', record) : undefined));
}

/** Longer than any id with surrounding blanks. */
const MAX_CHARACTERS = 100;

/** All ids in a value, recursively, by prefix. */
function idsIn(value: unknown, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (typeof value === 'string') {
    const text = value.length < MAX_CHARACTERS ? value.trim() : '';
    const prefix = prefixOf(text);
    if (prefix) found.set(prefix, (found.get(prefix) ?? new Set()).add(text));
  } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) idsIn(item, found);
  return found;
}
