import { Controller, Get } from '@nestjs/common';
import { defineResource } from '../../platform/resource/define.js';
import { Endpoint } from '../../platform/resource/endpoint.js';
import { RoleView } from './role.dto.js';
import { ROLES } from './roles.js';

const roles = defineResource('access.role', { idPrefix: 'role' });

@Controller('v1/access/roles')
export class RolesController {
  @Get()
  @Endpoint(roles, { scope: 'read', returns: RoleView, page: true })
  list() {
    return { data: ROLES, meta: { total: ROLES.length, next_cursor: null, has_more: false } };
  }
}
