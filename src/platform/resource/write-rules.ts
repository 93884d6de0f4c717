import { isDeepStrictEqual } from 'node:util';
import { currentContext } from '../context/request-context.js';
import type { Database, Row } from '../database/database.js';
import { forbidden, invalidField } from '../errors/api-error.js';
import type { RecordChange } from '../security/denials.js';
import { refuseDenied } from '../security/restrictions.js';
import type { AccessKind, PolicyRecord } from '../security/policy-matcher.js';
import type { UserDirectory } from '../security/user-directory.js';
import { rowMatches } from './conditions.js';
import type { Resource } from './define.js';
import { changesAsMember } from './members.js';
import type { RecordEntity } from './record.entity.js';

/** Permission and policy checks of writes. */
export class WriteRules {
  constructor(
    private readonly resource: Resource,
    private readonly services: { database: Database; users: UserDirectory },
  ) {}

  /** 403 unless the caller may change these records, by row rule or as a member. */
  async mayWrite(records: readonly RecordEntity[]): Promise<void> {
    const { credential } = currentContext();
    const rule = credential && this.resource.writable?.(credential);
    if (!rule) return;
    const others = records.filter((record) => !rowMatches(rule, record));
    // Records with the same members are checked once.
    const by = this.resource.members?.by ?? 'id';
    for (const record of new Map(others.map((record) => [(record as unknown as Row)[by], record])).values()) {
      if (!(await changesAsMember(this.resource, record, this.services.database)))
        throw forbidden(`You don't have permission to change this ${this.resource.noun}.`);
    }
  }

  /** 400 unless the owners of these records are active users. The caller may always be the owner. */
  async mayOwn(records: readonly object[], before: readonly object[] = []): Promise<void> {
    const { owner } = this.resource;
    if (!owner) return;
    const given = records.map((record) => (record as Row)[owner] as string | null | undefined);
    const changed = given.filter((id, index) => id !== (before[index] as Row | undefined)?.[owner]);
    for (const id of new Set(changed)) {
      if (id == null || id === currentContext().credential?.user_id || (await this.services.users.mayBeNamed(id)))
        continue;
      throw invalidField(owner, 'not_found', `The user ${id} does not exist or is suspended.`);
    }
  }

  /** Only an admin of the app may remove a record in the trash for good, because it could be restored (D-ACC-6). */
  mayPurge(): void {
    const { credential } = currentContext();
    const { app, trash, noun } = this.resource;
    if (trash && app && credential && !credential.isAdmin(app))
      throw forbidden(`Deleting a ${noun} permanently needs the role ${app}:admin.`);
  }

  /**
   * 403 if a policy denies the change of these records. The request path has checked the one on the path, as it is before the
   * change; this covers all others, and conditions on the result. `implied`: the kind of access, if the route is not about such
   * records.
   */
  async refuseDenied(
    implied: AccessKind,
    changes: readonly RecordChange[],
    store: { refuse(ask: AccessKind, records: readonly object[], changes: readonly RecordChange[]): Promise<void> },
  ): Promise<void> {
    const { restrictions, route, record: named } = currentContext();
    if (!restrictions) return;
    const others = changes.filter(({ before }) => before === null || before !== named);
    const own = changes.find(({ before }) => before !== null && before === named);
    for (const ask of route?.endpoint?.resource === this.resource ? route.asks : [implied]) {
      if (own && restrictions.hasConditions(this.resource, ask))
        restrictions.refuse(this.resource, ask, own.before as PolicyRecord, own);
      await store.refuse(
        ask,
        others.map(({ before, after }) => before ?? after!),
        others,
      );
    }
  }

  /** Whether references to this type must be hidden, because a policy denies reading the whole type. */
  isHidden(): boolean {
    const { restrictions, route } = currentContext();
    return route?.endpoint?.resource !== this.resource && (restrictions?.deny(this.resource, 'read') ?? false);
  }

  /** 403 if `permissions` changes and a policy denies sharing. */
  refuseSharing(change: RecordChange, permissions: unknown, before: unknown): void {
    if (currentContext().restrictions && !isDeepStrictEqual(permissions, before))
      refuseDenied(this.resource, 'share', (change.before ?? change.after) as PolicyRecord, change);
  }
}
