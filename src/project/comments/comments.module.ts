import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Comment } from './comment.entity.js';
import { Task } from '../tasks/task.entity.js';
import { CommentImportKind } from './comment-import.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';

@Module({
  imports: [StoresModule.forFeature(Comment, Task)],
  controllers: [CommentsController],
  providers: [CommentImportKind, CommentsService],
})
export class CommentsModule {}
