import { Injectable } from '@nestjs/common';
import { currentContext, Cursors, type Page, Secrets, sortKeys } from '../../platform/index.js';
import { RoleQuery } from './role.dto.js';
import { type Role, ROLES } from './roles.js';

const byName = ROLES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The list of roles. They are in no table, so its pages are cut here; a cursor is the place where the next one begins. */
@Injectable()
export class RolesService {
  readonly #cursors: Cursors;

  constructor(secrets: Secrets) {
    this.#cursors = new Cursors(secrets.derive('cursors'));
  }

  list({ limit, cursor, sort }: RoleQuery): Page<Role> {
    const { descending } = sortKeys(sort, RoleQuery)[0]!;
    const list = JSON.stringify(['access.role', currentContext().workspaceId, descending]);
    const start = cursor ? (this.#cursors.read(list, cursor, 1)[0] as number) : 0;
    const end = start + limit;
    const has_more = end < byName.length;
    return {
      data: (descending ? byName.toReversed() : byName).slice(start, end),
      meta: { total: byName.length, next_cursor: has_more ? this.#cursors.write(list, [end]) : null, has_more },
    };
  }
}
