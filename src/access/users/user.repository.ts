import { Injectable } from '@nestjs/common';
import { currentContext, Database, DELETED_USER, StoreRegistry } from '../../platform/index.js';
import { OWNER } from '../roles/roles.js';
import type { SignedIn } from './user-credential.js';
import type { User } from './user.entity.js';

/** Direct roles and those of the groups, as an SQL expression on `users u`. */
export const EFFECTIVE_ROLES = `array(
  select unnest(u.roles) union select unnest(g.roles)
    from group_members m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
   where m.workspace_id = u.workspace_id and m.user_id = u.id order by 1)`;

/** The groups, as an SQL expression on `users u`. */
export const GROUPS = `array(
  select m.group_id from group_members m where m.workspace_id = u.workspace_id and m.user_id = u.id order by 1)`;

/**
 * SQL that selects the ids of users who have one of some roles, of their own or through a group. `$1` is the workspace,
 * `roles` the placeholder of a list of role names.
 */
export const holdersOf = (roles: string): string => `
  select id from users
   where workspace_id = $1 and roles <> '{}' and in_workspace(workspace_id, roles) && in_workspace($1, ${roles}::text[])
  union
  select m.user_id from groups g join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
   where g.workspace_id = $1 and g.roles && ${roles}::text[]`;

/**
 * The same for a row of `users`: whether it has one of some roles. The placeholders are those of `holdersOf`, each the list of roles.
 * PostgreSQL hashes the members of the groups, instead of looking up each user that has the roles.
 */
export const HOLDER_ROW = `(
  roles && ?::text[] or id in (
    select m.user_id from groups g join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
     where g.workspace_id = $1 and g.roles && ?::text[]))`;

/** Active owners, by a role of their own or of a group. */
const OWNERS = `
  select u.id, u.created_at from users u
   where u.workspace_id = $1 and u.roles @> '{${OWNER}}' and u.status = 'active'
  union all
  select u.id, u.created_at from groups g
    join group_members m on m.workspace_id = g.workspace_id and m.group_id = g.id
    join users u on u.workspace_id = m.workspace_id and u.id = m.user_id
   where g.workspace_id = $1 and g.roles @> '{${OWNER}}' and u.status = 'active'`;

/** A user with roles and groups, from which their principals are derived. */
export interface Member {
  id: string;
  effective_roles: string[];
  groups: string[];
}

/** A user who holds a principal. */
export type Holder = Pick<User, 'id' | 'email' | 'display_name'>;

/** A grant of a user to an app. */
export interface AppGrant {
  client_id: string;
  client_name: string;
  /** ISO 8601: when the grant or the app was ended, or null. */
  revoked_at: string | null;
  expires_at: string;
}

const MEMBER = `u.id, ${EFFECTIVE_ROLES} as effective_roles, ${GROUPS} as groups`;

/** Maximum workspaces tried if an address has users in several. */
export const MAX_CANDIDATES = 3;

/** A user with the address of a sign-in, and the workspace. */
export type Candidate = Pick<User, 'workspace_id' | 'id' | 'email' | 'status' | 'password_hash'> & {
  workspace_name: string;
};

/** Rules for signing in that concern a user. */
export interface SignInRules {
  password_off: boolean;
  /** Whether an active identity provider speaks for the domain of their address. */
  has_provider: boolean;
  /** The ids of those that are enforced. */
  enforced: string[];
  owner: boolean;
}

type UserKey = Pick<User, 'workspace_id' | 'id'>;

/** Admins that are found together. */
const MAX_ADMINS = 50;

export type KnownUser = Pick<User, 'id' | 'email' | 'display_name' | 'status' | 'language'>;

/** Somebody who gets a mail. */
export type Reader = Pick<User, 'id' | 'email' | 'language'>;

/** Queries on users regardless of visibility. Raw SQL, because most join roles of groups. */
@Injectable()
export class UserRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  async find(id: string): Promise<KnownUser | null> {
    const [user] = await this.database.lookup<KnownUser>(
      'select id, email, display_name, status, language from users where workspace_id = $1 and id = $2',
      [currentContext().workspaceId, id],
    );
    return user ?? null;
  }

  /** The user with this address, in any case. */
  async withAddress(email: string): Promise<Pick<User, 'id' | 'email' | 'display_name' | 'workspace_id'> | null> {
    const [user] = await this.database.read<Pick<User, 'id' | 'email' | 'display_name' | 'workspace_id'>>(
      'select id, email, display_name, workspace_id from users where workspace_id = $1 and lower(email) = lower($2)',
      [currentContext().workspaceId, email],
    );
    return user ?? null;
  }

  /** Active and invited users with one of these addresses or names (lower case). */
  named(emails: readonly string[], names: readonly string[]): Promise<Pick<User, 'id' | 'email' | 'display_name'>[]> {
    return this.database.read<Pick<User, 'id' | 'email' | 'display_name'>>(
      `select id, email, display_name from users where workspace_id = $1 and status in ('active', 'pending')
         and (lower(email) = any($2::text[]) or lower(display_name) = any($3::text[]))`,
      [currentContext().workspaceId, emails, names],
    );
  }

  /** The names of users, but for those that policies hide from the caller. */
  names(ids: readonly string[]): Promise<Pick<User, 'id' | 'display_name'>[]> {
    const values = [currentContext().workspaceId, ids];
    return this.database.read<Pick<User, 'id' | 'display_name'>>(
      `select id, display_name from users u where workspace_id = $1 and id = any($2)
         and ${this.stores.readable('access.user', 'u', values)}`,
      values,
    );
  }

  /** Active users with one of these roles, those who have been there longest. */
  readersWith(roles: readonly string[]): Promise<Reader[]> {
    return this.database.read<Reader>(
      `select id, email, language from users where workspace_id = $1 and status = 'active' and id in (${holdersOf('$2')})
        order by created_at, id limit ${MAX_ADMINS}`,
      [currentContext().workspaceId, roles],
    );
  }

  /** An active user with what their credential is made of; null where they are not active. */
  async active(id: string): Promise<Pick<SignedIn, 'email' | 'status' | 'effective_roles' | 'groups'> | null> {
    const [user] = await this.database.lookup<Pick<SignedIn, 'email' | 'status' | 'effective_roles' | 'groups'>>(
      `select u.email, u.status, ${EFFECTIVE_ROLES} as effective_roles,
         ${GROUPS} as groups
       from users u where u.workspace_id = $1 and u.id = $2 and u.status = 'active'`,
      [currentContext().workspaceId, id],
    );
    return user ?? null;
  }

  /** Locks the row of a user. Whatever refers to the user, such as a new session, waits for it. Needs a unit of work. */
  async lock({ workspace_id, id }: UserKey): Promise<void> {
    await this.database.write('select id from users where workspace_id = $1 and id = $2 for update', [
      workspace_id,
      id,
    ]);
  }

  /** The roles of a user, those of their groups included; none where there is no such user. */
  async rolesOf({ workspace_id, id }: UserKey): Promise<string[]> {
    const [found] = await this.database.read<{ roles: string[] }>(
      `select ${EFFECTIVE_ROLES} as roles from users u where u.workspace_id = $1 and u.id = $2`,
      [workspace_id, id],
    );
    return found?.roles ?? [];
  }

  /** The name of the workspace of a user. */
  async workspaceNameOf({ workspace_id }: Pick<User, 'workspace_id'>): Promise<string> {
    const [found] = await this.database.read<{ name: string }>(
      'select name from workspace_settings where workspace_id = $1',
      [workspace_id],
    );
    return found?.name ?? '';
  }

  /** Whether the user can sign in without a password: at an active identity provider, or with a passkey if none speaks for them. */
  async hasOtherWay({ workspace_id, id }: UserKey): Promise<boolean> {
    const ways = await this.database.read(
      `select 1 from identities i
         join identity_providers p on p.workspace_id = i.workspace_id and p.id = i.provider_id and p.issuer = i.issuer
         and p.status = 'active'
        where i.workspace_id = $1 and i.user_id = $2
       union all
       select 1 from users u join factors f on f.workspace_id = u.workspace_id and f.user_id = u.id and f.type = 'passkey'
        where u.workspace_id = $1 and u.id = $2 and not exists (
              select from identity_providers p
               where p.workspace_id = $1 and p.status = 'active'
                 and p.domains @> array[lower(substring(u.email from '[^@]*$'))])`,
      [workspace_id, id],
    );
    return ways.length > 0;
  }

  /** Serializes changes that may remove the last owner, until the end of the transaction. Needs a unit of work. */
  async lockOwners(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('owners ' || $1, 0))`, [
      currentContext().workspaceId,
    ]);
  }

  async hasOwner(): Promise<boolean> {
    return (await this.database.read(`${OWNERS} limit 1`, [currentContext().workspaceId])).length > 0;
  }

  /** The id of the active owner who has been there longest, or null. */
  async firstOwner(): Promise<string | null> {
    const [owner] = await this.database.read<{ id: string }>(
      `select id from (${OWNERS}) as owners order by created_at, id limit 1`,
      [currentContext().workspaceId],
    );
    return owner?.id ?? null;
  }

  /** Those of these users who exist, but for the placeholder of deleted ones. */
  members(ids: readonly string[]): Promise<Member[]> {
    return this.database.read<Member>(
      `select ${MEMBER} from users u where u.workspace_id = $1 and u.id = any($2) and u.id <> '${DELETED_USER}'`,
      [currentContext().workspaceId, ids],
    );
  }

  /** The users who made these API keys, and the apps through which they did. */
  makersOf(keyIds: readonly string[]): Promise<(Member & { key: string; client_id: string | null })[]> {
    return this.database.read<Member & { key: string; client_id: string | null }>(
      `select k.id as key, s.client_id, ${MEMBER} from api_keys k
         join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
         left join sessions s on s.workspace_id = k.workspace_id and s.id = k.made_through
        where k.workspace_id = $1 and k.id = any($2)`,
      [currentContext().workspaceId, keyIds],
    );
  }

  /** The active users with one of these roles. */
  membersWith(roles: readonly string[]): Promise<Member[]> {
    return this.database.read<Member>(
      `select ${MEMBER} from users u where u.workspace_id = $1 and u.status = 'active' and u.id in (${holdersOf('$2')})`,
      [currentContext().workspaceId, roles],
    );
  }

  /** Active users among these, in one of these groups, or with one of these roles. */
  holders(users: readonly string[], groups: readonly string[], roles: readonly string[]): Promise<Holder[]> {
    return this.database.read<Holder>(
      `select u.id, u.email, u.display_name from users u
        where u.workspace_id = $1 and u.status = 'active' and (
          u.id = any($3::text[])
          or u.id in (select user_id from group_members where workspace_id = $1 and group_id = any($4::text[]))
          or u.id in (${holdersOf('$2')}))
        order by u.created_at, u.id`,
      [currentContext().workspaceId, roles, users, groups],
    );
  }

  /** Whether the workspace has had this OAuth client; it may have ended. */
  async hasClient(id: string): Promise<boolean> {
    const found = await this.database.read('select 1 from oauth_clients where workspace_id = $1 and id = $2', [
      currentContext().workspaceId,
      id,
    ]);
    return found.length > 0;
  }

  /** The grant to an app with this id, or with which the API key with this id was made; null without one. */
  async appBehind(grantOrKey: string): Promise<AppGrant | null> {
    const [grant] = await this.database.read<AppGrant>(
      `select s.client_id, coalesce(c.name, s.client_id) as client_name, coalesce(s.revoked_at, c.revoked_at) as revoked_at,
              s.expires_at
         from sessions s left join oauth_clients c on c.workspace_id = s.workspace_id and c.id = s.client_id
        where s.workspace_id = $1 and s.client_id is not null
          and s.id = coalesce((select k.made_through from api_keys k where k.workspace_id = $1 and k.id = $2), $2)`,
      [currentContext().workspaceId, grantOrKey],
    );
    return grant ?? null;
  }

  /** The roles of a group, or null. */
  async rolesOfGroup(id: string): Promise<string[] | null> {
    const [group] = await this.database.read<{ roles: string[] }>(
      'select roles from groups where workspace_id = $1 and id = $2',
      [currentContext().workspaceId, id],
    );
    return group?.roles ?? null;
  }

  /** Users of an address, of one workspace or of any. Users who can sign in come first. */
  candidates(email: string, workspaceId: string | null): Promise<Candidate[]> {
    return this.database.read<Candidate>(
      `select u.workspace_id, u.id, u.email, u.status, u.password_hash, w.name as workspace_name
         from users u join workspace_settings w on w.workspace_id = u.workspace_id
        where lower(u.email) = lower($1) and ($2::text is null or u.workspace_id = $2)
        order by (u.status = 'active' and u.password_hash is not null) desc, u.created_at, u.id limit ${MAX_CANDIDATES}`,
      [email, workspaceId],
    );
  }

  /** How many workspaces an address can have users in, of those that are tried. */
  async countWorkspaces(): Promise<number> {
    const rows = await this.database.read(`select 1 from workspaces limit ${MAX_CANDIDATES}`);
    return Math.max(1, rows.length);
  }

  /** The rules for signing in that concern a user with an address of this domain. */
  async signInRulesOf({ workspace_id, id }: UserKey, domain: string): Promise<SignInRules | null> {
    const [found] = await this.database.read<SignInRules>(
      `select coalesce(r.password_sign_in = 'off', false) as password_off,
              p.has_provider, p.enforced, ${EFFECTIVE_ROLES} @> array[$4] as owner
         from users u left join access_settings r on r.workspace_id = u.workspace_id,
              lateral (select count(*) > 0 as has_provider, coalesce(array_agg(id) filter (where enforced), '{}') as enforced
                         from identity_providers
                        where workspace_id = u.workspace_id and status = 'active' and domains @> array[$3]) p
        where u.workspace_id = $1 and u.id = $2`,
      [workspace_id, id, domain, OWNER],
    );
    return found ?? null;
  }

  /** Replaces the hash of the same password, without a new revision. */
  async replaceHash({ workspace_id, id }: UserKey, before: string, after: string): Promise<void> {
    await this.database.execute(
      'update users set password_hash = $4 where workspace_id = $1 and id = $2 and password_hash = $3',
      [workspace_id, id, before, after],
    );
  }
}
