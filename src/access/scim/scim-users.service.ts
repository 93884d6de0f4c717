import { Injectable } from '@nestjs/common';
import { preferredLanguage, Reply, Settings } from '../../platform/index.js';
import type { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { UsersService } from '../users/management/users.service.js';
import { equals, equalsInAnyCase, listText, queryOf, readPart, type Searchable, unsuitable } from './listing.js';
import {
  type ScimGroupRef,
  type ScimQuery,
  type ScimShown,
  type ScimUserInput,
  type ScimUserView,
  USER,
} from './scim.dto.js';
import { answer, metaOf } from './resource.js';
import { ScimRepository } from './scim.repository.js';
import { SCIM_PATH } from './scim.resource.js';
import { Shown } from './shown.js';

const address = equalsInAnyCase('email');

const SEARCHABLE: Searchable = {
  table: 'users',
  type: users.type,
  columns:
    'workspace_id, id, email, display_name, given_name, family_name, external_id, language, status, created_at, updated_at, revision',
  filters: {
    username: address,
    externalid: equals('external_id'),
    displayname: equalsInAnyCase('display_name'),
    id: equals('id'),
    active: (value) => [`status ${isTrue(value) ? '=' : '<>'} 'active'`],
    'emails.value': address,
    emails: address,
    // All addresses have type work and are primary.
    'emails.type': (value) => [String(value).toLowerCase() === 'work' ? 'true' : 'false'],
    'emails.primary': (value) => [isTrue(value) ? 'true' : 'false'],
    // Not supported, but Entra queries it before changing managers.
    manager: () => ['false'],
  },
  sorts: {
    username: 'lower(email)',
    displayname: 'lower(display_name)',
    externalid: 'external_id',
    id: 'id',
    'meta.created': 'created_at',
    'meta.lastmodified': 'updated_at',
  },
};

/** Users for provisioning. `UsersService` has the rules. */
@Injectable()
export class ScimUsersService {
  constructor(
    private readonly users: UsersService,
    private readonly repository: ScimRepository,
    private readonly settings: Settings,
  ) {}

  async list(query: ScimQuery): Promise<Reply> {
    const { rows, total, startIndex } = await readPart<User>(this.repository, SEARCHABLE, query);
    return answer(200, listText(await this.#texts(rows, new Shown(query)), total, startIndex));
  }

  search(body: unknown): Promise<Reply> {
    return this.list(queryOf(body));
  }

  async get(user: User, shown: ScimShown): Promise<Reply> {
    return this.#answer(200, user, shown);
  }

  /** Creates a user, active unless the client says otherwise. No mail is sent. */
  async create(body: unknown, shown: ScimShown): Promise<Reply> {
    const { readUser } = await import('./protocol.js');
    const input = readUser(body);
    const { email, display_name, language, ...provisioned } = factsOf(input);
    const user = await this.users.create(
      { email, display_name, language, roles: [], send_invite: false },
      { ...provisioned, status: input.active === false ? 'suspended' : 'active' },
    );
    return this.#answer(201, user, shown);
  }

  /** Without a language it stays as it is, like `active`: it may be the person's own choice. */
  async replace(user: User, body: unknown, shown: ScimShown): Promise<Reply> {
    const { readUser } = await import('./protocol.js');
    const input = readUser(body);
    return this.#change(
      user,
      { ...input, preferredLanguage: input.preferredLanguage ?? user.language ?? undefined },
      shown,
    );
  }

  async patch(user: User, body: unknown, shown: ScimShown): Promise<Reply> {
    const { patchUser } = await import('./protocol.js');
    const { email, display_name, language, external_id, given_name, family_name } = user;
    // Without `active`, which changes only if the request sets it.
    const before = {
      userName: email,
      displayName: display_name,
      preferredLanguage: language ?? undefined,
      externalId: external_id ?? undefined,
      name: { givenName: given_name ?? undefined, familyName: family_name ?? undefined },
    };
    return this.#change(user, await patchUser(body, before), shown);
  }

  remove(user: User): Promise<void> {
    return this.users.remove(user);
  }

  async #change(user: User, input: ScimUserInput, shown: ScimShown): Promise<Reply> {
    let changed = await this.users.update(user, factsOf(input));
    if (input.active === false) changed = await this.users.deactivate(changed);
    else if (input.active && changed.status === 'pending') changed = await this.users.activate(changed);
    else if (input.active) changed = await this.users.reactivate(changed);
    return this.#answer(200, changed, shown);
  }

  async #answer(status: 200 | 201, user: User, shown: ScimShown): Promise<Reply> {
    const [text] = await this.#texts([user], new Shown(shown));
    return answer(status, text!, this.#meta(user));
  }

  async #texts(users: User[], shown: Shown): Promise<string[]> {
    const groups = shown.has('groups') ? await this.#groupsOf(users) : new Map<string, ScimGroupRef[]>();
    return users.map((user) => JSON.stringify(shown.of(this.#resource(user, groups.get(user.id) ?? []))));
  }

  #resource(user: User, groups: ScimGroupRef[]): ScimUserView {
    const { id, email, display_name, given_name, family_name, language, external_id, status } = user;
    const parts = [given_name, family_name].filter((part) => part !== null);
    return {
      schemas: [USER],
      id,
      externalId: external_id ?? undefined,
      userName: email,
      name: {
        formatted: parts.join(' ') || display_name,
        givenName: given_name ?? undefined,
        familyName: family_name ?? undefined,
      },
      displayName: display_name,
      preferredLanguage: language ?? undefined,
      active: status === 'active',
      emails: [{ value: email, type: 'work', primary: true }],
      groups,
      meta: this.#meta(user),
    };
  }

  #meta(user: User) {
    return metaOf('User', user, this.settings.BASE_URL);
  }

  async #groupsOf(users: User[]): Promise<Map<string, ScimGroupRef[]>> {
    const rows = await this.repository.groupsOf(users.map(({ id }) => id));
    const found = new Map<string, ScimGroupRef[]>();
    for (const { user_id, id, name } of rows) {
      const $ref = `${this.settings.BASE_URL}${SCIM_PATH}/Groups/${id}`;
      found.set(user_id, [...(found.get(user_id) ?? []), { value: id, $ref, display: name, type: 'direct' }]);
    }
    return found;
  }
}

function isTrue(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw unsuitable('active and primary are true or false.');
  return text === 'true';
}

/** Stored attributes of the input. An omitted attribute of a full resource is removed. */
function factsOf({ userName, displayName, name = {}, preferredLanguage: languages = '', externalId }: ScimUserInput) {
  const parts = [name.givenName, name.familyName].filter((part) => part !== undefined);
  return {
    email: userName,
    display_name: displayName ?? name.formatted ?? (parts.join(' ').slice(0, 255) || userName.split('@')[0]!),
    given_name: name.givenName ?? null,
    family_name: name.familyName ?? null,
    language: preferredLanguage(languages),
    external_id: externalId ?? null,
  };
}
