import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * E-mail domains that workspaces have proved to own. Only these lead people from the common sign-in page to a provider. A
 * deployment with a single workspace keeps its domains, except public mail domains, as nobody else can claim them.
 */
export class ProvedDomains1764300200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table proved_domains (
        workspace_id text not null,
        -- In lower case. One workspace has it.
        domain text not null,
        proved_at timestamptz(3) not null,
        -- By the domain name system (dns), or by the operator.
        proved_by text not null,
        primary key (workspace_id, domain),
        foreign key (workspace_id) references workspaces(id)
      );
      create unique index proved_domains_domain on proved_domains (domain);

      insert into proved_domains (workspace_id, domain, proved_at, proved_by)
      select distinct p.workspace_id, domain, now(), 'operator'
        from identity_providers p cross join unnest(p.domains) domain
       where (select count(*) from workspaces) = 1
         and domain !~ '^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|me|mac|aol|gmx|web|mail|proton|protonmail|qq|163|yandex)\\.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table proved_domains');
  }
}
