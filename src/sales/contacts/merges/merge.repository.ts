import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../../platform/index.js';
import type { Facts } from './united.js';

/** A merge, with the data to undo it. */
export interface Merge {
  id: number;
  primary_id: string;
  duplicate_id: string;
  /** The primary before and after the merge. */
  before: Facts;
  after: Facts;
  /** Deals that referred to the duplicate, with their previous contacts. */
  deals: { id: string; contact_ids: string[] }[];
  /** Activities of the duplicate itself. */
  activity_ids: string[];
  /** Contacts merged into the duplicate earlier. */
  earlier_ids: string[];
}

/** Current merges. Deleted when undone, and when a contact is deleted permanently. */
@Injectable()
export class MergeRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(merge: Omit<Merge, 'id'>): Promise<void> {
    const { primary_id, duplicate_id, before, after, deals, activity_ids, earlier_ids } = merge;
    await this.database.write(
      `insert into sales_contact_merges
         (workspace_id, primary_id, duplicate_id, before, after, deals, activity_ids, earlier_ids, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        currentContext().workspaceId,
        primary_id,
        duplicate_id,
        JSON.stringify(before),
        JSON.stringify(after),
        JSON.stringify(deals),
        activity_ids,
        earlier_ids,
        this.clock.iso(),
      ],
    );
  }

  /** The merge that archived a contact. */
  async of(duplicateId: string): Promise<Merge | null> {
    const [found] = await this.database.read<Merge & Record<string, unknown>>(
      `select id, primary_id, duplicate_id, before, after, deals, activity_ids, earlier_ids from sales_contact_merges
       where workspace_id = $1 and duplicate_id = $2 order by id desc limit 1`,
      [currentContext().workspaceId, duplicateId],
    );
    return found ?? null;
  }

  /** Whether a later merge involves either contact. */
  async isBuiltOn({ id, primary_id, duplicate_id }: Merge): Promise<boolean> {
    const [found] = await this.database.read(
      `select 1 from sales_contact_merges where workspace_id = $1 and id > $2
         and (primary_id = any($3) or duplicate_id = any($3)) limit 1`,
      [currentContext().workspaceId, id, [primary_id, duplicate_id]],
    );
    return found !== undefined;
  }

  async forget({ id }: Merge): Promise<void> {
    await this.database.write('delete from sales_contact_merges where workspace_id = $1 and id = $2', [
      currentContext().workspaceId,
      id,
    ]);
  }

  async activitiesOf(dealIds: string[]): Promise<number> {
    const [row] = await this.database.read<{ n: number }>(
      'select count(*)::int as n from sales_activities where workspace_id = $1 and deal_id = any($2)',
      [currentContext().workspaceId, dealIds],
    );
    return row!.n;
  }
}
