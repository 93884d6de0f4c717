import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

/** Deals that name a contact; `$1`: workspace, `$2`: contact. */
const NAMING = `workspace_id = $1 and contact_ids <> '{}' and in_workspace(workspace_id, contact_ids) @> array[$1 || ' ' || $2]`;

/** A deal whose contact was replaced. */
export interface Replaced {
  id: string;
  /** It named the other contact beside the one that was replaced. */
  both: boolean;
}

/**
 * The contacts of deals, for what happens to contacts. Needs a unit of work in which the contacts are locked (`for update`):
 * requests that add one of them to a deal hold it, so none is missed. Deals get a new revision, as they look otherwise from
 * then on, but keep `updated_at`.
 */
@Injectable()
export class DealContacts {
  constructor(private readonly database: Database) {}

  /** How many deals name a contact, and how many activities those have. */
  async count(id: string): Promise<{ deals: number; activities: number }> {
    const [row] = await this.database.read<{ deals: number; activities: number }>(
      `with named as (select id from sales_deals where ${NAMING})
       select (select count(*) from named)::int as deals, (
         select count(*) from sales_activities where workspace_id = $1 and deal_id in (select id from named)
       )::int as activities`,
      [currentContext().workspaceId, id],
    );
    return row!;
  }

  /** Lets deals name `to` where they name `id`, once. Answers the deals, so that it can be taken back. */
  replace(id: string, to: string): Promise<Replaced[]> {
    return this.database.write<Replaced & Record<string, unknown>>(
      `with named as (
         select id, contact_ids @> array[$3::text] as both from sales_deals where ${NAMING} order by id for update
       )
       update sales_deals d set revision = revision + 1,
         contact_ids = case when both then array_remove(contact_ids, $2) else array_replace(contact_ids, $2, $3) end
       from named where d.workspace_id = $1 and d.id = named.id returning d.id, both`,
      [currentContext().workspaceId, id, to],
    );
  }

  /** Takes a replacement back in those of these deals that still name `to`. */
  async takeBack(id: string, to: string, deals: readonly Replaced[]): Promise<void> {
    await this.database.write(
      `update sales_deals d set revision = revision + 1,
         contact_ids = case when both then contact_ids || $2::text else array_replace(contact_ids, $3, $2) end
       from json_to_recordset($4) r (id text, both boolean)
       where d.workspace_id = $1 and d.id = r.id and contact_ids @> array[$3::text] and not contact_ids @> array[$2::text]`,
      [currentContext().workspaceId, id, to, JSON.stringify(deals)],
    );
  }

  /** Takes a contact that is gone for good out of all deals. */
  async remove(id: string): Promise<void> {
    await this.database.write(
      `update sales_deals set revision = revision + 1, contact_ids = array_remove(contact_ids, $2) where ${NAMING}`,
      [currentContext().workspaceId, id],
    );
  }
}
