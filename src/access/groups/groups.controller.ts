import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiId, Endpoint, Loaded, ResourceController } from '../../platform/index.js';
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
import { OF_ADMINS } from '../roles/roles.js';
import { Group } from './group.entity.js';
import { groups } from './group.resource.js';
import { GroupsService } from './groups.service.js';

@Controller('v1/access/groups')
export class GroupsController extends ResourceController(Group, GroupsService, {
  view: GroupView,
  list: GroupQuery,
  create: { body: CreateGroup, errors: ['nameTaken'], recentProof: OF_ADMINS },
  update: { body: UpdateGroup, errors: ['nameTaken', 'lastOwner'], recentProof: OF_ADMINS },
  remove: { errors: ['lastOwner'], recentProof: OF_ADMINS },
}) {
  @Get(':id/members')
  @Endpoint(groups, { returns: MemberView, page: true })
  members(@Param('id', Loaded(Group)) group: Group, @Query() query: MemberQuery) {
    return this.service.members(group, query);
  }

  @Post(':id/members')
  @Endpoint(groups, {
    returns: AddedMembers,
    status: 200,
    action: 'members_added',
    recentProof: OF_ADMINS,
    summary: 'Add members to a group',
  })
  addMembers(@Param('id', Loaded(Group)) group: Group, @Body() { user_ids }: AddMembers) {
    return this.service.addMembers(group, user_ids);
  }

  @Delete(':id/members/:user_id')
  @ApiId('user_id', 'usr', 'The id of the user.')
  @Endpoint(groups, {
    action: 'member_removed',
    recentProof: OF_ADMINS,
    errors: ['lastOwner'],
    summary: 'Remove a member from a group',
  })
  removeMember(@Param('id', Loaded(Group)) group: Group, @Param('user_id') userId: string) {
    return this.service.removeMember(group, userId);
  }
}
