import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `'webhooks.delivery', 'webhook_id', 'status', 'event_type'`;
const DAY = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`;

/** Deliveries are counted by day as well, for totals from when and to when. */
export class WebhooksDeliveriesByDay1763800620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(counted(`${COLUMNS}, 'day=${DAY.replaceAll("'", "''")}'`, `, 'day', ${DAY}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(counted(COLUMNS, ''));
  }
}

/** Replaces how deliveries are counted, and counts them anew. */
const counted = (by: string, more: string) => `
  lock table webhook_deliveries in share row exclusive mode;
  drop trigger webhook_deliveries_added on webhook_deliveries;
  drop trigger webhook_deliveries_removed on webhook_deliveries;
  drop trigger webhook_deliveries_changed on webhook_deliveries;
  create trigger webhook_deliveries_added after insert on webhook_deliveries referencing new table as added
    for each statement execute function count_record(${by});
  create trigger webhook_deliveries_removed after delete on webhook_deliveries referencing old table as removed
    for each statement execute function count_record(${by});
  create trigger webhook_deliveries_changed after update on webhook_deliveries
    referencing old table as removed new table as added for each statement execute function count_record(${by});
  delete from record_counts where resource = 'webhooks.delivery';
  insert into record_counts (workspace_id, resource, dims, n)
    select workspace_id, 'webhooks.delivery',
      jsonb_build_object('webhook_id', webhook_id, 'status', status, 'event_type', event_type${more}), count(*)
    from webhook_deliveries group by 1, 3;
`;
