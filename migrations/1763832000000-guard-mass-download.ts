import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = ['office.file.downloaded', 'office.spreadsheet.exported'];
const AFTER = [...BEFORE, 'sales.contact.exported', 'sales.deal.exported', 'project.time_report.read'];

/** The rule about many downloads counts every export there is; one that somebody has changed stays as they left it. */
export class GuardMassDownload1763832000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return this.#replace(runner, BEFORE, AFTER);
  }

  down(runner: QueryRunner): Promise<void> {
    return this.#replace(runner, AFTER, BEFORE);
  }

  async #replace(runner: QueryRunner, from: readonly string[], to: readonly string[]): Promise<void> {
    await runner.query(
      `update alert_rules set condition = jsonb_set(condition, '{actions}', $2::jsonb)
       where built_in = 'mass_download' and condition -> 'actions' = $1::jsonb`,
      [JSON.stringify(from), JSON.stringify(to)],
    );
  }
}
