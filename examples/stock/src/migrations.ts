import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StockItems1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stock_items (
        workspace_id text not null references workspaces,
        id text not null,
        name text not null,
        pieces integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision integer not null,
        search tsvector generated always as (search_vector(name)) stored,
        primary key (workspace_id, id)
      );
      create unique index stock_items_name on stock_items (workspace_id, name);
      create index stock_items_created on stock_items (workspace_id, created_at, id);
      create index stock_items_updated on stock_items (workspace_id, updated_at, id);
      create index stock_items_search on stock_items using gin (workspace_id, search);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table stock_items');
  }
}
