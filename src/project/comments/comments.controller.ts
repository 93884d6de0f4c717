import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Task } from '../tasks/task.entity.js';
import { CommentQuery, TaskCommentView, CreateComment } from './comment.dto.js';
import { comments } from './comment.resource.js';
import { CommentsService } from './comments.service.js';

@Controller('v1/project/tasks/:id/comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get()
  @Endpoint(comments, { returns: TaskCommentView, page: true })
  list(@Param('id', Loaded(Task)) task: Task, @Query() query: CommentQuery) {
    return this.comments.listOf(task, query);
  }

  @Post()
  @Endpoint(comments, { returns: TaskCommentView, errors: ['archived'] })
  create(@Param('id', Loaded(Task)) task: Task, @Body() body: CreateComment) {
    return this.comments.add(task, body);
  }
}
