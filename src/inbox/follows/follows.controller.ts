import { Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiErrors, ApiRecordId, Endpoint } from '../../platform/index.js';
import { FollowView } from './follow.dto.js';
import { follows } from './follow.resource.js';
import { FollowsService } from './follows.service.js';

@Controller('v1/follows/:id')
export class FollowsController {
  constructor(private readonly service: FollowsService) {}

  @Get()
  @Endpoint(follows, { scope: null, returns: FollowView, summary: 'Get whether you follow a record' })
  @ApiRecordId()
  @ApiErrors(404)
  get(@Param('id') id: string) {
    return this.service.get(id);
  }

  @Put()
  @Endpoint(follows, { scope: null, returns: FollowView, errors: ['tooMany'], summary: 'Follow a record' })
  @ApiRecordId()
  @ApiErrors(404)
  add(@Param('id') id: string) {
    return this.service.add(id);
  }

  @Delete()
  @Endpoint(follows, { scope: null, summary: 'Unfollow a record' })
  @ApiRecordId()
  remove(@Param('id') id: string) {
    return this.service.remove(id);
  }
}
