import { Injectable } from '@nestjs/common';
import { currentContext, readAsSystem } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { ApiError } from '../errors/api-error.js';
import type { PolicyRecord } from '../security/policy-matcher.js';
import { Guardrails } from '../security/guardrails.js';
import { UserDirectory } from '../security/user-directory.js';
import { prefixOf } from '../fields/ids.js';
import { allResources } from './define.js';
import { type FindFacts, hiddenFrom, isHidden, isHiddenById } from './hidden.js';
import { StoreRegistry } from './stores.module.js';

/** Policy checks for records that are read elsewhere than under their own path: in events, behind links. */
@Injectable()
export class RecordPolicies {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly guardrails: Guardrails,
    private readonly users: UserDirectory,
  ) {}

  /** Whether policies deny the caller anything. */
  get bind(): boolean {
    return currentContext().restrictions !== null;
  }

  /** The 403 if a policy denies the caller to read a record; without an id, all records of the type. */
  async refusal(type: string, id: string | undefined): Promise<ApiError | undefined> {
    const { restrictions } = currentContext();
    const [store] = this.stores.ofType(type);
    if (!restrictions) return undefined;
    if (!store || id === undefined) return restrictions.refusal(targetOf(type), 'read', id ? { id } : undefined);
    return store.refuseIds('read', [id]).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      },
    );
  }

  /** Whether `refusal` has one. `find`: asked only if the id does not tell. */
  hides(type: string, id: string | undefined, find: FindFacts): boolean | Promise<boolean> {
    const { restrictions } = currentContext();
    const [store] = this.stores.ofType(type);
    if (!restrictions) return false;
    if (!store || id === undefined) return restrictions.deny(targetOf(type), 'read', id ? { id } : undefined);
    const hidden = hiddenFrom(store);
    return isHiddenById(hidden, id) ?? find(type, id).then((facts) => !!facts && isHidden(hidden!, facts, find));
  }

  /** The part of a record that policies ask about, those in the trash included; null if it does not exist. */
  async factsOf(workspaceId: string, type: string, id: string): Promise<(PolicyRecord & Row) | null> {
    const [store] = this.stores.ofType(type);
    if (!store) return null;
    const content = (await this.guardrails.of(workspaceId, []))?.contentOf(store.resource);
    const [facts] = await readAsSystem(workspaceId, () => store.factsOf([id], content));
    return facts ?? null;
  }

  /**
   * 403 if the body refers to a record that a policy denies the caller to read. Scans all values, so that no field can be
   * forgotten. `before`: existing references may stay. References to a wholly denied type are reported as not found, like
   * invisible records.
   */
  async refuseNamed(body: unknown, before: object | null): Promise<void> {
    const { restrictions } = currentContext();
    if (!restrictions) return;
    const named = idsIn(body);
    if (before) for (const [prefix, ids] of idsIn(before)) for (const id of ids) named.get(prefix)?.delete(id);
    for (const resource of allResources().values()) {
      const ids = [...(named.get(resource.idPrefix) ?? [])];
      if (!ids.length || restrictions.deny(resource, 'read')) continue;
      const [store] = this.stores.ofType(resource.type);
      if (store) await store.refuseIds('read', ids);
      else for (const id of ids) restrictions.refuse(resource, 'read', { id });
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
    const names = await readAsSystem(workspaceId, () => this.users.namesOf(principal, through));
    const restrictions = await this.guardrails.of(workspaceId, names);
    return readAsSystem(workspaceId, () => this.refusal(type, id), restrictions);
  }
}

/** Longer than any id with surrounding blanks. */
const MAX_CHARACTERS = 100;

const targetOf = (type: string) => allResources().get(type) ?? { type, app: null, noun: 'record' };

/** All ids in a value, recursively, by prefix. */
function idsIn(value: unknown, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (typeof value === 'string') {
    const text = value.length < MAX_CHARACTERS ? value.trim() : '';
    const prefix = prefixOf(text);
    if (prefix) found.set(prefix, (found.get(prefix) ?? new Set()).add(text));
  } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) idsIn(item, found);
  return found;
}
