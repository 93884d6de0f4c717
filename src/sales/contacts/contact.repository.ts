import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

const MAX_DUPLICATES = 10;

@Injectable()
export class ContactRepository {
  constructor(private readonly database: Database) {}

  /** Those of these contacts that have activities, or deals that name them. */
  async withWork(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      `select c.id from unnest($2::text[]) c (id)
       where exists (select from sales_contact_activities where workspace_id = $1 and contact_id = c.id)
          or exists (select from sales_deals where workspace_id = $1 and contact_ids <> '{}'
                     and in_workspace(workspace_id, contact_ids) @> array[$1 || ' ' || c.id])`,
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  /** The ids of active contacts with this address in any case, the newest first: 10 at most. */
  async withAddress(email: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `select id from sales_contacts where workspace_id = $1 and lower(email) = lower($2)
         and status = 'active' and deleted_at is null order by created_at desc, id desc limit ${MAX_DUPLICATES}`,
      [currentContext().workspaceId, email],
    );
    return rows.map(({ id }) => id);
  }
}
