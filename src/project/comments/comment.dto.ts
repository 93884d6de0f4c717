import { ListOf, PickType, ViewType } from '../../platform/index.js';
import { Comment } from './comment.entity.js';

export class CreateComment extends PickType(Comment, ['body', 'mentions']) {}

export class CommentQuery extends ListOf(Comment, { sort: ['created_at'] }) {}

export class TaskCommentView extends ViewType(Comment, [
  'id',
  'task_id',
  'project_id',
  'body',
  'mentions',
  'author_id',
  'created_at',
]) {}
