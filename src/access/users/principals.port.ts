import { Injectable } from '@nestjs/common';
import { ANYBODY, currentContext, Database, DELETED_USER, UserDirectory } from '../../platform/index.js';
import { holdersOf } from '../roles/holders.js';
import { OWNER, ROLE_NAMES } from '../roles/roles.js';
import { EFFECTIVE_ROLES, GROUPS, principalsOf } from './user-credential.js';

export const PRINCIPAL_TYPES = ['user', 'group', 'role', 'api_key', 'any'] as const;
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];

interface Member {
  id: string;
  effective_roles: string[];
  groups: string[];
}

const MEMBER = `u.id, ${EFFECTIVE_ROLES} as effective_roles, ${GROUPS} as groups`;

/** Resolves the principals of a policy in the workspace of the running request. */
@Injectable()
export class PrincipalsPort {
  constructor(
    private readonly database: Database,
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
      const [group] = await this.#read<{ roles: string[] }>(
        'select roles from groups where workspace_id = $1 and id = $2',
        id,
      );
      return group ? [ANYBODY, `group:${id}`, ...group.roles.map((role) => `role:${role}`)] : null;
    }
    const names = await this.ofActors([{ type, id }]);
    return names.get(`${type}:${id}`) ?? null;
  }

  /** The names of users and API keys that exist, each under its own: `user:usr_…`. */
  async ofActors(actors: readonly { type: string; id: string }[]): Promise<Map<string, string[]>> {
    const idsOf = (type: string) => actors.filter((actor) => actor.type === type).map(({ id }) => id);
    const users = await this.#read<Member>(
      `select ${MEMBER} from users u where u.workspace_id = $1 and u.id = any($2) and u.id <> '${DELETED_USER}'`,
      idsOf('user'),
    );
    const keys = await this.#read<Member & { key: string }>(
      `select k.id as key, ${MEMBER} from api_keys k
         join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
        where k.workspace_id = $1 and k.id = any($2)`,
      idsOf('api_key'),
    );
    const names = new Map<string, string[]>();
    for (const user of users) names.set(`user:${user.id}`, principalsOf(user));
    for (const { key, ...maker } of keys) names.set(`api_key:${key}`, [`api_key:${key}`, ...principalsOf(maker)]);
    return names;
  }

  /** The names of each active owner. */
  async owners(): Promise<string[][]> {
    const owners = await this.#read<Member>(
      `select ${MEMBER} from users u where u.workspace_id = $1 and u.status = 'active' and u.id in (${holdersOf('$2')})`,
      [OWNER],
    );
    return owners.map(principalsOf);
  }

  #read<T extends object>(sql: string, value: unknown): Promise<T[]> {
    return this.database.read(sql, [currentContext().workspaceId, value]) as Promise<T[]>;
  }
}
