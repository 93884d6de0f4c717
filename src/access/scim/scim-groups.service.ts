import { Injectable } from '@nestjs/common';
import { Reply, Settings } from '../../platform/index.js';
import type { Group } from '../groups/group.entity.js';
import { groups } from '../groups/group.resource.js';
import { GroupsService } from '../groups/groups.service.js';
import { equals, equalsInAnyCase, listText, queryOf, readPart, type Searchable } from './listing.js';
import { memberIds } from './members.js';
import { answer, metaOf } from './resource.js';
import { GROUP, type ScimQuery, type ScimShown } from './scim.dto.js';
import { type MemberColumns, ScimRepository } from './scim.repository.js';
import { SCIM_PATH } from './scim.resource.js';
import { Shown } from './shown.js';

const SEARCHABLE: Searchable = {
  table: 'groups',
  type: groups.type,
  columns: 'workspace_id, id, name, description, roles, external_id, member_count, created_at, updated_at, revision',
  filters: { displayname: equalsInAnyCase('name'), externalid: equals('external_id'), id: equals('id') },
  sorts: {
    displayname: 'lower(name)',
    externalid: 'external_id',
    id: 'id',
    'meta.created': 'created_at',
    'meta.lastmodified': 'updated_at',
  },
};

/** Maximum total members on a page, unless it has a single group. */
const MEMBERS_ON_PAGE = 50_000;

/** Groups for provisioning. `GroupsService` has the rules of membership. */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly groups: GroupsService,
    private readonly repository: ScimRepository,
    private readonly settings: Settings,
  ) {}

  async list(query: ScimQuery): Promise<Reply> {
    const shown = new Shown(query);
    const { rows, total, startIndex } = await readPart<Group>(this.repository, SEARCHABLE, query);
    const page = shown.has('members') ? withFewMembers(rows) : rows;
    return answer(200, listText(await this.#texts(page, shown), total, startIndex));
  }

  search(body: unknown): Promise<Reply> {
    return this.list(queryOf(body));
  }

  get(group: Group, shown: ScimShown): Promise<Reply> {
    return this.#answer(200, group, shown);
  }

  async create(body: unknown, shown: ScimShown): Promise<Reply> {
    const { readGroup } = await import('./protocol.js');
    const { displayName, externalId, members } = readGroup(body);
    const ids = memberIds(members ?? []);
    const group = await this.groups.create(
      { name: displayName, description: '', roles: [] },
      { external_id: externalId ?? null },
    );
    const filled = ids.length ? await this.groups.changeMembers(group, { add: ids, remove: [] }) : group;
    return this.#answer(201, filled, shown);
  }

  /** Keeps members if the body has none: a client that read the group without members does not mean to empty it. */
  async replace(group: Group, body: unknown, shown: ScimShown): Promise<Reply> {
    const { readGroup } = await import('./protocol.js');
    const { displayName, externalId, members } = readGroup(body);
    const ids = members === undefined || members === null ? null : memberIds(members);
    const renamed = await this.groups.update(group, { name: displayName, external_id: externalId ?? null });
    const changed = ids ? await this.groups.changeMembers(renamed, { add: ids, remove: 'others' }) : renamed;
    return this.#answer(200, changed, shown);
  }

  /** Returns the group only if the client selects attributes, because it may have many members. */
  async patch(group: Group, body: unknown, shown: ScimShown): Promise<Reply> {
    const { patchGroup } = await import('./protocol.js');
    const before = { displayName: group.name, externalId: group.external_id ?? undefined };
    const { displayName, externalId, members } = await patchGroup(body, before);
    const renamed = await this.groups.update(group, { name: displayName, external_id: externalId ?? null });
    const changed = members ? await this.groups.changeMembers(renamed, members) : renamed;
    if (new Shown(shown).isPartial) return this.#answer(200, changed, shown);
    return new Reply(204, { ETag: this.#meta(changed).version }, '');
  }

  remove(group: Group): Promise<void> {
    return this.groups.remove(group);
  }

  async #answer(status: 200 | 201, group: Group, shown: ScimShown): Promise<Reply> {
    const [text] = await this.#texts([group], new Shown(shown));
    return answer(status, text!, this.#meta(group));
  }

  async #texts(groups: Group[], shown: Shown): Promise<string[]> {
    const members = shown.has('members') ? await this.#membersOf(groups, shown) : null;
    return groups.map((group) => {
      const { id, name, external_id } = group;
      const meta = this.#meta(group);
      const head = { schemas: [GROUP], id, externalId: external_id ?? undefined, displayName: name, meta };
      const text = JSON.stringify(shown.of(head));
      return members ? `${text.slice(0, -1)},"members":[${members.get(id) ?? ''}]}` : text;
    });
  }

  #meta(group: Group) {
    return metaOf('Group', group, this.settings.BASE_URL);
  }

  #membersOf(groups: Group[], shown: Shown): Promise<Map<string, string>> {
    const parts = Object.entries(MEMBER).filter(([part]) => shown.hasPart('members', part));
    const ids = groups.map(({ id }) => id);
    return this.repository.membersOf(ids, Object.fromEntries(parts), `${this.settings.BASE_URL}${SCIM_PATH}/Users/`);
  }
}

const MEMBER: MemberColumns = { value: 'u.id', $ref: '$3::text || u.id', display: 'u.display_name', type: `'User'` };

function withFewMembers(groups: Group[]): Group[] {
  let members = 0;
  const end = groups.findIndex(({ member_count }, index) => (members += member_count) > MEMBERS_ON_PAGE && index > 0);
  return end < 0 ? groups : groups.slice(0, end);
}
