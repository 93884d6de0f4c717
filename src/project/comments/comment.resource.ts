import { defineResource, Id, Texts } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

class CommentCreated {
  @Id('cmt', { description: 'The comment.' }) comment_id: string;
  @Id('task', { description: 'The task that it is about.' }) task_id: string;
  @Id('prj', { description: 'The project of the task.' }) project_id: string;
  @Id('usr', { description: 'The user who wrote it.' }) author_id: string;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'The users that it mentions.',
  })
  mentions: string[];
}

export const comments = defineResource('project.comment', {
  idPrefix: 'cmt',
  owner: 'author_id',
  parent: { column: 'task_id' },
  events: { created: CommentCreated },
  errors: inOpenProject.errors,
  writtenWhile: inOpenProject.writtenWhile,
  members: byMembers('admin', 'member'),
  countedBy: ['task_id'],
  countedByMany: ['task_id'],
  countedTogether: [['task_id']],
});
