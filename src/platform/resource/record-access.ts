import { Injectable } from '@nestjs/common';
import { currentContext, readAsSystem } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import { prefixOf } from '../fields/ids.js';
import type { Credential } from '../security/credential.js';
import { Guardrails } from '../security/guardrails.js';
import { BY_ID_ALONE } from '../security/denials.js';
import type { Restrictions } from '../security/restrictions.js';
import { rowMatches } from './conditions.js';
import { allResources, hasReadScope, type Resource, type RowRule } from './define.js';
import { hiddenBy } from './hidden.js';
import { idField } from './payload.js';
import { StoreRegistry } from './stores.module.js';

/** A record as audit entries name it: the type under which it is audited, and its id if it has one. */
export interface NamedRecord {
  type: string;
  id: string | null;
}

export type IsReadable = (record: NamedRecord) => boolean;

/** The rights of the caller. `writes`: only records that they may change count, as for what only writers of the parent see. */
interface Caller {
  credential: Credential;
  restrictions: Restrictions | null;
  workspaceId: string;
  writes?: boolean;
}

/**
 * Answers which records the caller may read now, for records that are read elsewhere than under their own path. A record is
 * readable by the scope of its app, its row rule, policies (type, id, tags), and so is the record that it belongs to.
 */
@Injectable()
export class RecordAccess {
  constructor(
    private readonly stores: StoreRegistry,
    private readonly guardrails: Guardrails,
  ) {}

  /** Reads one statement per type, none for a type whose records the caller may all read. The system may read everything. */
  async readable(records: readonly NamedRecord[]): Promise<IsReadable> {
    const { credential, restrictions, workspaceId } = currentContext();
    return credential ? this.#readableBy({ credential, restrictions, workspaceId }, records) : () => true;
  }

  /** Answers the same for a credential in the background, by the policies of now. Null: it has ended, and reads nothing. */
  async readerOf(credential: Credential | null): Promise<(records: readonly NamedRecord[]) => Promise<IsReadable>> {
    if (!credential) return async () => () => false;
    const { workspace_id: workspaceId, principals } = credential;
    const restrictions = await this.guardrails.of(workspaceId, principals);
    return (records) => this.#readableBy({ credential, restrictions, workspaceId }, records);
  }

  async #readableBy(caller: Caller, records: readonly NamedRecord[]): Promise<IsReadable> {
    const ids = new Map<Resource, Set<string>>();
    for (const record of records) {
      const resource = resourceOf(record);
      if (resource && record.id !== null) ids.set(resource, (ids.get(resource) ?? new Set()).add(record.id));
    }
    const found = new Map<Resource, ReadonlySet<string>>();
    for (const [resource, named] of ids) found.set(resource, await this.#readableOf(resource, [...named], caller));
    return (record) => {
      const resource = resourceOf(record);
      if (!resource) return false;
      return record.id === null ? this.#showsGone(resource, caller) : (found.get(resource)?.has(record.id) ?? false);
    };
  }

  async #readableOf(resource: Resource, ids: readonly string[], caller: Caller): Promise<Set<string>> {
    const { restrictions, workspaceId } = caller;
    if (!mayReadType(resource, caller)) return new Set();
    const allowed = ids.filter((id) => !restrictions?.deny(resource, 'read', { id }, BY_ID_ALONE));
    if (this.#showsAll(resource, caller)) return new Set(allowed);
    const [store] = this.stores.ofType(resource.type);
    if (!store) return new Set();
    const rules = rulesOf(resource, caller);
    const parent = this.#parentOf(resource);
    if (resource.parent && !parent) return new Set();
    const rows: Row[] = await readAsSystem(
      workspaceId,
      () => store.factsOf(allowed, rules.flatMap(columnsOf)),
      restrictions,
    );
    const parents = new Set(parent && rows.map((row) => row[resource.parent!.column] as string));
    const readableParents = parents.size
      ? await this.#readableOf(parent!, [...parents], asReaderOf(resource, caller))
      : null;
    const isReadable = (row: Row) =>
      row.readable &&
      rules.every((rule) => rowMatches(rule, row)) &&
      (readableParents?.has(row[resource.parent!.column]) ?? true);
    const gone = this.#showsGone(resource, caller) ? new Set(allowed) : new Set<string>();
    for (const row of rows) gone.delete(row.id);
    return new Set([...rows.filter(isReadable).map(({ id }) => id as string), ...gone]);
  }

  /** Whether the caller may read every record of the type that no policy names by its id, whatever the record has. */
  #showsAll(resource: Resource, caller: Caller): boolean {
    const { restrictions } = caller;
    const [store] = this.stores.ofType(resource.type);
    const hidden = restrictions && store ? hiddenBy(restrictions, store, 'read') : null;
    if (hidden === 'all' || hidden?.tags.length || hidden?.matching.length || hidden?.parts.length) return false;
    if (rulesOf(resource, caller).some((rule) => rule !== 'all')) return false;
    if (!resource.parent) return true;
    const parent = this.#parentOf(resource);
    if (!parent || restrictions?.restrictsReading()) return false;
    return mayReadType(parent, caller) && this.#showsAll(parent, asReaderOf(resource, caller));
  }

  /**
   * Whether the caller may read records of the type of which no row is left: all of them, or, because nothing tells whom such a
   * record was visible to, as an admin of the app.
   */
  #showsGone(resource: Resource, caller: Caller): boolean {
    const { credential, restrictions } = caller;
    const { app } = resource;
    if (!mayReadType(resource, caller) || restrictions?.denyByContent(resource, 'read')) return false;
    if (this.#showsAll(resource, caller)) return true;
    if (resource.parent && restrictions?.restrictsReading()) return false;
    return app ? credential.isAdmin(app) : credential.isOwner;
  }

  /** The resource of the records that these belong to. */
  #parentOf({ type, parent }: Resource): Resource | null {
    if (!parent) return null;
    const [area] = type.split('.');
    for (const { resource } of this.stores.all)
      if (resource.type.startsWith(`${area}.`) && idField(resource) === parent.column) return resource;
    return null;
  }
}

/** The resource of a record. Of several that are audited under one type, the one with the prefix of the id. */
export function resourceOf({ type, id }: NamedRecord): Resource | undefined {
  const own = allResources().get(type);
  const prefix = id === null ? null : prefixOf(id);
  if (!prefix || own?.idPrefix === prefix) return own;
  return [...allResources().values()].find((each) => each.auditedAs === type && each.idPrefix === prefix) ?? own;
}

/** The scope of the app, and no policy on all of the type. Resources without an app have row rules instead of a scope. */
function mayReadType(resource: Resource, { credential, restrictions }: Caller): boolean {
  return hasReadScope(resource, credential) && !restrictions?.deny(resource, 'read');
}

const rulesOf = ({ visible, writable }: Resource, { credential, writes }: Caller): RowRule[] => [
  visible?.(credential) ?? 'all',
  ...(writes ? [writable?.(credential) ?? 'all'] : []),
];

/** The caller as the parent of a record is judged for them. */
const asReaderOf = ({ parent }: Resource, caller: Caller): Caller => ({
  ...caller,
  writes: parent!.seenBy === 'writers',
});

const columnsOf = (rule: RowRule): string[] =>
  rule === 'all' ? [] : rule.flatMap((condition) => Object.keys(condition));
