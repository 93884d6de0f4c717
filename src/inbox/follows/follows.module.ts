import { Module } from '@nestjs/common';
import { FollowRepository } from './follow.repository.js';
import { FollowsController } from './follows.controller.js';
import { FollowsService } from './follows.service.js';

@Module({
  controllers: [FollowsController],
  providers: [FollowRepository, FollowsService],
  exports: [FollowRepository],
})
export class FollowsModule {}
