import { Injectable } from '@nestjs/common';
import { type Page, ShortLists } from '../../platform/index.js';
import { RoleQuery } from './role.dto.js';
import { type Role, ROLES } from './roles.js';

const byName = ROLES.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The list of roles. They are in no table. */
@Injectable()
export class RolesService {
  constructor(private readonly lists: ShortLists) {}

  list(query: RoleQuery): Page<Role> {
    return this.lists.page('access.role', byName, query);
  }
}
