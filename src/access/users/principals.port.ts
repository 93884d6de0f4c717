import { Injectable } from '@nestjs/common';
import { ANYBODY, isId, UserDirectory } from '../../platform/index.js';
import { OWNER, ROLE_NAMES } from '../roles/roles.js';
import { ANY_APP, principalsOf, principalsOfApp } from './user-credential.js';
import { type Holder, UserRepository } from './user.repository.js';

export const PRINCIPAL_TYPES = ['user', 'group', 'role', 'api_key', 'oauth_client', 'any'] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

/** Resolves the principals of a policy in the workspace of the running request. */
@Injectable()
export class PrincipalsPort {
  constructor(
    private readonly users: UserRepository,
    directory: UserDirectory,
  ) {
    directory.answersNames(async (principal, through) => {
      const [type = '', id = ''] = principal.split(':');
      const names = (await this.ofActors([{ type, id }])).get(principal) ?? [ANYBODY];
      const app = through && (await this.#appOf(through));
      return app ? [...names, ...principalsOfApp(app)] : names;
    });
  }

  /** All principals of a user, key, group or role, or null if unknown. Members have the principals of their groups and roles. */
  async of(type: PrincipalType, id: string): Promise<string[] | null> {
    if (type === 'any') return [ANYBODY];
    if (type === 'role') return ROLE_NAMES.includes(id) ? [ANYBODY, `role:${id}`] : null;
    if (type === 'oauth_client') {
      if (id === ANY_APP) return [ANYBODY, `oauth_client:${ANY_APP}`];
      return (await this.users.hasClient(id)) ? [ANYBODY, ...principalsOfApp(id)] : null;
    }
    if (type === 'group') {
      const roles = await this.users.rolesOfGroup(id);
      return roles && [ANYBODY, `group:${id}`, ...roles.map((role) => `role:${role}`)];
    }
    const names = await this.ofActors([{ type, id }]);
    return names.get(`${type}:${id}`) ?? null;
  }

  /** The names of users and API keys that exist, each under its own: `user:usr_…`. */
  async ofActors(actors: readonly { type: string; id: string }[]): Promise<Map<string, string[]>> {
    const idsOf = (type: string) => actors.filter((actor) => actor.type === type).map(({ id }) => id);
    const users = await this.users.members(idsOf('user'));
    const keys = await this.users.makersOf(idsOf('api_key'));
    const names = new Map<string, string[]>();
    for (const user of users) names.set(`user:${user.id}`, principalsOf(user));
    for (const { key, client_id, ...maker } of keys)
      names.set(`api_key:${key}`, [`api_key:${key}`, ...principalsOf(maker, client_id)]);
    return names;
  }

  /** Client id by id, by grant, or by a key created through a grant; null if none. */
  async #appOf(through: string): Promise<string | null> {
    if (isId('cli', through)) return through;
    return (await this.users.appBehind(through))?.client_id ?? null;
  }

  /** Active users who have one of these principals (`user:usr_…`, `group:grp_…`, `role:…`), the oldest first. */
  holders(names: readonly string[]): Promise<Holder[]> {
    const idsOf = (type: string) =>
      names.filter((name) => name.startsWith(`${type}:`)).map((name) => name.slice(type.length + 1));
    return this.users.holders(idsOf('user'), idsOf('group'), idsOf('role'));
  }

  /** Principals of each active owner. */
  async owners(): Promise<string[][]> {
    return (await this.users.membersWith([OWNER])).map((owner) => principalsOf(owner));
  }
}
