import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, Endpoint, Loaded } from '../../platform/index.js';
import { OF_ADMINS } from '../roles/roles.js';
import { Group } from '../groups/group.entity.js';
import { groups } from '../groups/group.resource.js';
import {
  ScimGroupBody,
  ScimGroupList,
  ScimGroupView,
  ScimPatchBody,
  ScimQuery,
  ScimSearch,
  ScimShown,
} from './scim.dto.js';
import { scim } from './scim.resource.js';
import { ScimGroupsService } from './scim-groups.service.js';

const common = { scope: 'write', dialect: scim, returns: ScimGroupView } as const;
const changing = ['nameTaken', 'externalIdTaken', 'lastOwner'] as const;

@Controller('v1/access/scim/v2/Groups')
export class ScimGroupsController {
  constructor(private readonly groups: ScimGroupsService) {}

  @Get()
  @Endpoint(groups, { ...common, returns: ScimGroupList, summary: 'List groups for provisioning' })
  list(@Query() query: ScimQuery) {
    return this.groups.list(query);
  }

  @Post('.search')
  @Endpoint(groups, {
    ...common,
    returns: ScimGroupList,
    status: 200,
    action: 'read',
    summary: 'Search groups for provisioning',
  })
  search(@Body() body: ScimSearch) {
    return this.groups.search(body);
  }

  @Post()
  @Endpoint(groups, {
    ...common,
    errors: ['nameTaken', 'externalIdTaken'],
    recentProof: OF_ADMINS,
    summary: 'Provision a group',
  })
  create(@Body() body: ScimGroupBody, @Query() shown: ScimShown) {
    return this.groups.create(body, shown);
  }

  @Get(':id')
  @Endpoint(groups, { ...common, summary: 'Get a group for provisioning' })
  get(@Param('id', Loaded(Group)) group: Group, @Query() shown: ScimShown) {
    return this.groups.get(group, shown);
  }

  @Put(':id')
  @Endpoint(groups, { ...common, errors: changing, recentProof: OF_ADMINS, summary: 'Replace a provisioned group' })
  replace(@Param('id', Loaded(Group)) group: Group, @Body() body: ScimGroupBody, @Query() shown: ScimShown) {
    return this.groups.replace(group, body, shown);
  }

  @Patch(':id')
  @Endpoint(groups, {
    scope: 'write',
    dialect: scim,
    errors: changing,
    recentProof: OF_ADMINS,
    summary: 'Change a provisioned group or its members',
  })
  @ApiNoContentResponse()
  @ApiOkResponse({ description: 'The group, if the query selects attributes.', type: ScimGroupView })
  patch(@Param('id', Loaded(Group)) group: Group, @Body() body: ScimPatchBody, @Query() shown: ScimShown) {
    return this.groups.patch(group, body, shown);
  }

  @Delete(':id')
  @Endpoint(groups, {
    scope: 'write',
    dialect: scim,
    errors: ['lastOwner'],
    recentProof: OF_ADMINS,
    summary: 'Delete a provisioned group',
  })
  remove(@Param('id', Loaded(Group)) group: Group) {
    return this.groups.remove(group);
  }
}
