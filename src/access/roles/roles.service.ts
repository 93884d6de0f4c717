import { Injectable } from '@nestjs/common';
import { currentContext, Cursors, type Page, Secrets, sortKeys } from '../../platform/index.js';
import { RoleQuery } from './role.dto.js';
import { type Role, ROLES } from './roles.js';

const byName = ROLES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The list of roles. They are in no table, so its pages are cut from what is at hand. */
@Injectable()
export class RolesService {
  readonly #cursors: Cursors;

  constructor(secrets: Secrets) {
    this.#cursors = new Cursors(secrets.derive('cursors'));
  }

  list(query: RoleQuery): Page<Role> {
    const { descending } = sortKeys(query.sort, RoleQuery)[0]!;
    const list = JSON.stringify(['access.role', currentContext().workspaceId, descending]);
    return this.#cursors.cut(list, descending ? byName.toReversed() : byName, query);
  }
}
