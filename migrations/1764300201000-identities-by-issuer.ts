import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A claim `sub` means something only together with its issuer, so an identity belongs to both. */
export class IdentitiesByIssuer1764300201000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table identities add column issuer text;
      update identities i set issuer = p.issuer
        from identity_providers p where p.workspace_id = i.workspace_id and p.id = i.provider_id;
      alter table identities alter column issuer set not null, drop constraint identities_pkey,
        add primary key (workspace_id, provider_id, issuer, subject);
      drop index identities_user;
      create unique index identities_user on identities (workspace_id, user_id, provider_id, issuer);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from identities i using identity_providers p
       where p.workspace_id = i.workspace_id and p.id = i.provider_id and p.issuer <> i.issuer;
      drop index identities_user;
      alter table identities drop constraint identities_pkey, add primary key (workspace_id, provider_id, subject),
        drop column issuer;
      create unique index identities_user on identities (workspace_id, user_id, provider_id);
    `);
  }
}
