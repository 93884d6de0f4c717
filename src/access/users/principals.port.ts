import { Injectable } from '@nestjs/common';
import { ANYBODY, UserDirectory } from '../../platform/index.js';
import { OWNER, ROLE_NAMES } from '../roles/roles.js';
import { principalsOf } from './user-credential.js';
import { UserRepository } from './user.repository.js';

export const PRINCIPAL_TYPES = ['user', 'group', 'role', 'api_key', 'any'] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

/** Resolves the principals of a policy in the workspace of the running request. */
@Injectable()
export class PrincipalsPort {
  constructor(
    private readonly users: UserRepository,
    directory: UserDirectory,
  ) {
    directory.answersNames(async (principal) => {
      const [type = '', id = ''] = principal.split(':');
      return (await this.ofActors([{ type, id }])).get(principal) ?? [ANYBODY];
    });
  }

  /** All names of somebody, or null where there is nobody. A member of a group has its name, and its roles. */
  async of(type: PrincipalType, id: string): Promise<string[] | null> {
    if (type === 'any') return [ANYBODY];
    if (type === 'role') return ROLE_NAMES.includes(id) ? [ANYBODY, `role:${id}`] : null;
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
    for (const { key, ...maker } of keys) names.set(`api_key:${key}`, [`api_key:${key}`, ...principalsOf(maker)]);
    return names;
  }

  /** The names of each active owner. */
  async owners(): Promise<string[][]> {
    return (await this.users.membersWith([OWNER])).map(principalsOf);
  }
}
