import { Controller, Get, Query } from '@nestjs/common';
import { defineResource, Endpoint } from '../../platform/index.js';
import { RoleQuery, RoleView } from './role.dto.js';
import { RolesService } from './roles.service.js';

const roles = defineResource('access.role', { idPrefix: 'role' });

@Controller('v1/access/roles')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get()
  @Endpoint(roles, { scope: 'read', returns: RoleView, page: true })
  list(@Query() query: RoleQuery) {
    return this.roles.list(query);
  }
}
