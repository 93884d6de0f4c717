import { Injectable } from '@nestjs/common';
import {
  Clock,
  Conditions,
  currentContext,
  Database,
  InjectStore,
  newId,
  notFrozen,
  type NoticeKind,
  type ResourceStore,
} from '../../platform/index.js';
import { Item } from './item.entity.js';
import { items } from './item.resource.js';
import type { Folded, Line } from './lines.js';

/** Age up to which an unread line takes further notices. */
const OPEN_SECONDS = 600;
/** Items that one run of the retention removes at a time. */
const BATCH_SIZE = 5_000;

const COLUMNS = `workspace_id text, id text, user_id text, kind text, event text, record_type text, record_id text,
  record_ids text[], part_type text, part_id text, actor_id text, count integer, source text, shown boolean, mail text,
  created_at timestamptz, updated_at timestamptz`;

@Injectable()
export class ItemRepository {
  constructor(
    private readonly database: Database,
    @InjectStore(Item) private readonly store: ResourceStore<Item>,
    private readonly clock: Clock,
  ) {}

  /** Unread lines of the last minutes, of which a person has few of each kind. */
  openLines(userIds: readonly string[]): Promise<Line[]> {
    return this.database.write<Line & Record<string, unknown>>(
      `select id, user_id, kind, event, record_type, record_id, record_ids, part_type, part_id, actor_id, count, source, shown,
         mail, created_at, updated_at
       from inbox_items
       where workspace_id = $1 and user_id = any($2) and read_at is null and updated_at >= $3
       order by updated_at, id for update`,
      [currentContext().workspaceId, userIds, this.clock.iso(-OPEN_SECONDS)],
    );
  }

  /** Sources of items that these people have already, as `user source`. */
  async known(userIds: readonly string[], sources: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.read<{ name: string }>(
      `select user_id || ' ' || source as name from inbox_items
        where workspace_id = $1 and user_id = any($2) and source = any($3)`,
      [currentContext().workspaceId, userIds, sources],
    );
    return new Set(rows.map(({ name }) => name));
  }

  async write({ added, changed, removed }: Folded): Promise<void> {
    const { workspaceId } = currentContext();
    if (removed.length)
      await this.database.write('delete from inbox_items where workspace_id = $1 and id = any($2)', [
        workspaceId,
        removed,
      ]);
    if (changed.length)
      await this.database.write(
        `update inbox_items i set event = n.event, record_id = n.record_id, record_ids = n.record_ids, part_id = n.part_id,
           actor_id = n.actor_id, count = n.count, mail = n.mail, updated_at = n.updated_at, revision = revision + 1
         from jsonb_to_recordset($2::jsonb) n (${COLUMNS}) where i.workspace_id = $1 and i.id = n.id`,
        [workspaceId, JSON.stringify(changed)],
      );
    if (added.length)
      await this.database.write(
        `insert into inbox_items (workspace_id, id, user_id, kind, event, record_type, record_id, record_ids, part_type,
           part_id, actor_id, count, source, shown, mail, created_at, updated_at, revision)
         select $1, n.id, n.user_id, n.kind, n.event, n.record_type, n.record_id, n.record_ids, n.part_type, n.part_id,
           n.actor_id, n.count, n.source, n.shown, n.mail, n.created_at, n.updated_at, 1
         from jsonb_to_recordset($2::jsonb) n (${COLUMNS})
         on conflict (workspace_id, user_id, source) do nothing`,
        [workspaceId, JSON.stringify(added.map((line) => ({ ...line, id: newId(items.idPrefix) })))],
      );
  }

  /**
   * Schedules mail, unless it is due already. The row is locked: a worker that sends this mail right now has either seen the new
   * items, or has removed the row, which is then added anew.
   */
  async planMail(mails: readonly { user_id: string; mode: string; at: string }[]): Promise<void> {
    if (!mails.length) return;
    await this.database.write(
      `insert into inbox_mails as m (workspace_id, user_id, mode, next_attempt_at, created_at)
       select $1, n.user_id, n.mode, n.at, $3 from jsonb_to_recordset($2::jsonb) n (user_id text, mode text, at timestamptz)
       on conflict (workspace_id, user_id, mode) do update set created_at = m.created_at`,
      [currentContext().workspaceId, JSON.stringify(mails), this.clock.iso()],
    );
  }

  /** Marks unread items of the caller that they may see, all or those with these ids. Returns their number. */
  async markRead(ids: readonly string[] | null): Promise<number> {
    const { credential, workspaceId } = currentContext();
    const where = new Conditions([this.clock.iso()])
      .add('workspace_id = ? and user_id = ?', workspaceId, credential!.user_id)
      .add('read_at is null and shown')
      .matches(items.visible!(credential!));
    if (ids) where.add('id = any(?)', ids);
    this.store.readable('inbox_items', where);
    const [row] = await this.database.write<{ n: number }>(
      `with marked as (
         update inbox_items set read_at = $1, mail = null, revision = revision + 1 where ${where.sql} returning 1)
       select count(*)::int as n from marked`,
      where.values,
    );
    return row!.n;
  }

  /** Items of a person that wait for a mail, newest first, with the number of all. */
  async waiting(userId: string, mode: string, limit: number): Promise<(Line & { total: number })[]> {
    return this.database.read<Line & { total: number } & Record<string, unknown>>(
      `select id, user_id, kind, event, record_type, record_id, record_ids, part_type, part_id, actor_id, count, source, shown,
         mail, created_at, updated_at, (count(*) over ())::int as total
       from inbox_items where workspace_id = $1 and user_id = $2 and mail = $3 order by updated_at desc, id desc limit ${limit}`,
      [currentContext().workspaceId, userId, mode],
    );
  }

  /** Ends the wait for a mail. Items that are for the mail alone go. */
  async mailed(userId: string, mode: string): Promise<void> {
    const values = [currentContext().workspaceId, userId, mode];
    await this.database.write(
      'delete from inbox_items where workspace_id = $1 and user_id = $2 and mail = $3 and not shown',
      values,
    );
    await this.database.write(
      'update inbox_items set mail = null where workspace_id = $1 and user_id = $2 and mail = $3',
      values,
    );
  }

  /** A line that names other records keeps those. */
  async settle(kind: NoticeKind, recordId: string, users: readonly string[]): Promise<void> {
    const values = [currentContext().workspaceId, users, kind, recordId];
    const named = 'workspace_id = $1 and user_id = any($2) and kind = $3 and record_ids @> array[$4]';
    await this.database.write(`delete from inbox_items where ${named} and cardinality(record_ids) = 1`, values);
    await this.database.write(
      `update inbox_items set record_ids = array_remove(record_ids, $4), record_id = (array_remove(record_ids, $4))[1],
         revision = revision + 1 where ${named} and cardinality(record_ids) > 1`,
      values,
    );
  }

  /** Removes the items of deleted users, and those about single records that are gone. */
  async forget(userIds: readonly string[], recordIds: readonly string[]): Promise<void> {
    const { workspaceId } = currentContext();
    for (const table of ['inbox_items', 'inbox_mails'])
      await this.database.write(`delete from ${table} where workspace_id = $1 and user_id = any($2)`, [
        workspaceId,
        userIds,
      ]);
    await this.database.write(
      `delete from inbox_items where workspace_id = $1 and record_id = any($2) and cardinality(record_ids) = 1`,
      [workspaceId, recordIds],
    );
  }

  /** Removes items of all workspaces whose newest event is older than this. */
  async removeOld(before: string): Promise<void> {
    for (let more = true; more;) {
      const { count } = await this.database.execute(
        `delete from inbox_items where (workspace_id, id) in (
           select workspace_id, id from inbox_items where updated_at < $1 and ${notFrozen()} limit ${BATCH_SIZE})`,
        [before],
      );
      more = count === BATCH_SIZE;
    }
  }
}
