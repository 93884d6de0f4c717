import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import {
  AddedMembers,
  AddMembers,
  CreateGroup,
  GroupQuery,
  GroupView,
  MemberQuery,
  MemberView,
  UpdateGroup,
} from './group.dto.js';
import { Group } from './group.entity.js';
import { groups } from './group.resource.js';
import { GroupsService } from './groups.service.js';

@Controller('v1/access/groups')
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Get()
  @Endpoint(groups, { scope: 'read', returns: GroupView, page: true })
  list(@Query() query: GroupQuery) {
    return this.groups.list(query);
  }

  @Get(':id')
  @Endpoint(groups, { scope: 'read', returns: GroupView })
  get(@Param('id', Loaded(Group)) group: Group) {
    return group;
  }

  @Get(':id/members')
  @Endpoint(groups, { scope: 'read', returns: MemberView, page: true })
  members(@Param('id', Loaded(Group)) group: Group, @Query() query: MemberQuery) {
    return this.groups.members(group, query);
  }

  @Post()
  @Endpoint(groups, { scope: 'write', returns: GroupView, errors: ['nameTaken'] })
  create(@Body() body: CreateGroup) {
    return this.groups.create(body);
  }

  @Patch(':id')
  @Endpoint(groups, { scope: 'write', returns: GroupView, errors: ['nameTaken', 'lastOwner'] })
  update(@Param('id', Loaded(Group)) group: Group, @Body() body: UpdateGroup) {
    return this.groups.update(group, body);
  }

  @Delete(':id')
  @Endpoint(groups, { scope: 'write', errors: ['lastOwner'] })
  remove(@Param('id', Loaded(Group)) group: Group) {
    return this.groups.remove(group);
  }

  @Post(':id/members')
  @Endpoint(groups, {
    scope: 'write',
    returns: AddedMembers,
    status: 200,
    action: 'members_added',
    summary: 'Add members to a group',
  })
  addMembers(@Param('id', Loaded(Group)) group: Group, @Body() { user_ids }: AddMembers) {
    return this.groups.addMembers(group, user_ids);
  }

  @Delete(':id/members/:user_id')
  @Endpoint(groups, {
    scope: 'write',
    action: 'member_removed',
    errors: ['lastOwner'],
    summary: 'Remove a member from a group',
  })
  removeMember(@Param('id', Loaded(Group)) group: Group, @Param('user_id') userId: string) {
    return this.groups.removeMember(group, userId);
  }
}
