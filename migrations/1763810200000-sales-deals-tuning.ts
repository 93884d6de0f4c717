import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows belong to a deal. */
const OF_DEALS = ['sales_stays', 'sales_activities'];

export class SalesDealsTuning1763810200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Deals are not deleted, so these would look up, with each row, what cannot be gone.
    for (const table of OF_DEALS)
      await runner.query(`alter table ${table} drop constraint ${table}_workspace_id_deal_id_fkey`);
    // A GIN index has no statistics of its expression (see PlatformTagStatistics).
    await runner.query(`
      create statistics sales_deals_tags_often on (in_workspace(workspace_id, tags)) from sales_deals;
      create statistics sales_deals_contacts_often on (in_workspace(workspace_id, contact_ids)) from sales_deals;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop statistics sales_deals_contacts_often, sales_deals_tags_often');
    for (const table of OF_DEALS) {
      await runner.query(
        `alter table ${table} add constraint ${table}_workspace_id_deal_id_fkey
           foreign key (workspace_id, deal_id) references sales_deals on delete cascade`,
      );
    }
  }
}
