import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Colour and logo of a workspace. */
export class WorkspaceBrand1764317000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workspace_settings add column accent_color text, add column logo text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workspace_settings drop column logo, drop column accent_color');
  }
}
