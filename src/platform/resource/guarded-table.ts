import type { EntityMetadata } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import type { Database, Row } from '../database/database.js';
import { fieldsOf } from '../fields/field-spec.js';
import type { AccessKind, PolicyRecord } from '../security/policy-matcher.js';
import { BY_ID_ALONE, type RecordChange } from '../security/denials.js';
import { Conditions } from './conditions.js';
import type { Resource } from './define.js';
import { quoted } from './quoted.js';
import { type Guarded, hiddenFrom, hiddenSql, type WholeAsk } from './hidden.js';

/** The table of a resource as far as policies are asked about its records (D-GRD-6). */
export class GuardedTable<T extends object> implements Guarded {
  /** The name of its table. */
  readonly table: string;
  /** The class of its records. */
  readonly entity: new () => T;
  #wholes: { column: string; of: GuardedTable<any> }[] | undefined;

  constructor(
    readonly resource: Resource,
    metadata: EntityMetadata,
    protected readonly services: { database: Database; ofPrefix: (prefix: string) => GuardedTable<any> },
  ) {
    this.table = metadata.tableName;
    this.entity = metadata.target as new () => T;
  }

  get tagged(): boolean {
    return fieldsOf(this.entity.prototype).has('tags');
  }

  /** The records of which one of these is a part. */
  get wholes(): { column: string; of: GuardedTable<any> }[] {
    const { parent, partOf = [] } = this.resource;
    const prefixOf = (column: string) => (fieldsOf(this.entity.prototype).get(column)!.schema as Row)['x-id-prefix'];
    return (this.#wholes ??= [...(parent ? [parent.column] : []), ...partOf].map((column) => ({
      column,
      of: this.services.ofPrefix(prefixOf(column)),
    })));
  }

  /** Adds the condition that no policy denies the caller to read the row of this table that is named `row`. */
  readable(row: string, where: Conditions): Conditions {
    const hidden = hiddenFrom(this);
    return hidden ? where.add(`${hiddenSql(hidden, row, where)} is not true`) : where;
  }

  /** 403 if a policy denies this on all records of the type. */
  refuseType(ask: AccessKind): void {
    currentContext().restrictions?.refuse(this.resource, ask);
  }

  /**
   * 403 if a policy denies this to one of the records, or to one of which they are a part. `changes`: where they are changed,
   * before and after. Only for the platform.
   */
  async refuse(ask: AccessKind, records: readonly object[], changes?: readonly RecordChange[]): Promise<void> {
    const { restrictions } = currentContext();
    if (!restrictions) return;
    for (const [index, record] of records.entries())
      restrictions.refuse(this.resource, ask, record as PolicyRecord, changes?.[index]);
    const wholeAsk = ask === 'read' || ask === 'export' ? 'read' : 'write';
    for (const { column, of } of this.wholes)
      await of.refuseIds(wholeAsk, [...new Set(records.flatMap((record) => (record as Row)[column] ?? []))]);
  }

  /** The same for records of which only the ids are known. */
  async refuseIds(ask: WholeAsk, ids: string[]): Promise<void> {
    const { restrictions } = currentContext();
    if (!restrictions || !ids.length) return;
    const hidden = hiddenFrom(this, ask);
    if (ask === 'write' && restrictions.mayAskAbout(this.resource, ask))
      await this.refuse(ask, await this.factsOf(ids));
    if (!hidden) return;
    for (const id of ids) restrictions.refuse(this.resource, ask, { id }, BY_ID_ALONE);
    if (hidden !== 'all' && (hidden.tags.length || hidden.matching.length || hidden.parts.length))
      await this.refuse(ask, await this.factsOf(ids));
  }

  /**
   * The part of records that policies ask about, seen or not, those in the trash included, and further columns. `readable`: no
   * policy denies the caller to read it.
   */
  factsOf(
    ids: readonly string[],
    more: readonly string[] = [],
  ): Promise<(PolicyRecord & { readable: boolean } & Row)[]> {
    const columns = new Set([
      'id',
      ...(this.tagged ? ['tags'] : []),
      ...this.wholes.map(({ column }) => column),
      ...(currentContext().restrictions?.contentOf(this.resource) ?? []),
      ...more,
    ]);
    const values = [currentContext().workspaceId, ids];
    const readable = this.readable(this.table, new Conditions(values)).sql || 'true';
    return this.services.database.read<PolicyRecord & { readable: boolean } & Row>(
      `select ${[...columns].map(quoted).join(', ')}, ${readable} as readable from ${this.table}
        where workspace_id = $1 and id = any($2::text[])`,
      values,
    );
  }
}
