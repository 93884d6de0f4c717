import { Id, LongText, Mentions, RecordEntity, ResourceEntity, rule } from '../../platform/index.js';
import { comments } from './comment.resource.js';

@ResourceEntity(comments, 'task_comments')
export class Comment extends RecordEntity {
  @Id('task', { description: 'Task of the comment.' }) task_id: string;
  @Id('prj', { description: 'Project of the task.' }) project_id: string;
  @rule('required', (body: string) => body.trim() !== '', '$property must not be empty.')
  @LongText({ max: 10_000, example: 'Looks good to me.', description: 'Text of the comment.' })
  body: string;
  @Mentions('Ids of mentioned users, who are told in their inbox; `project.comment.created` has them.')
  mentions: string[];
  @Id('usr', { optional: true, description: 'Author.' }) author_id: string;
}
