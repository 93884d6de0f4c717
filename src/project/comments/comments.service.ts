import { Injectable } from '@nestjs/common';
import { InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import type { Task } from '../tasks/task.entity.js';
import { type CommentQuery, TaskCommentView, type CreateComment } from './comment.dto.js';
import { Comment } from './comment.entity.js';

@Injectable()
export class CommentsService {
  constructor(@InjectStore(Comment) private readonly store: ResourceStore<Comment>) {}

  listOf(task: Task, query: CommentQuery): Promise<Page<TaskCommentView>> {
    return this.store.page(query, TaskCommentView, { task_id: task.id });
  }

  add({ id, project_id }: Task, input: CreateComment): Promise<Comment> {
    return this.store.create({ ...input, task_id: id, project_id });
  }
}
