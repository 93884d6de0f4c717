import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { StoresModule } from '../../platform/index.js';
import { Comment } from './comment.entity.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';

@Module({
  imports: [AccessModule, StoresModule.forFeature(Comment)],
  controllers: [CommentsController],
  providers: [CommentsService],
})
export class CommentsModule {}
