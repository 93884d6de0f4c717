import { defineResource, Id, Texts } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

class CommentCreated {
  @Id('cmt', { description: 'The comment.' }) comment_id: string;
  @Id('task', { description: 'Task of the comment.' }) task_id: string;
  @Id('prj', { description: 'Project of the task.' }) project_id: string;
  @Id('usr', { description: 'Author.' }) author_id: string;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'usr',
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Mentioned users.',
  })
  mentions: string[];
}

export const comments = defineResource('project.comment', {
  idPrefix: 'cmt',
  searchable: ['body'],
  owner: 'author_id',
  parent: { column: 'task_id' },
  events: { created: CommentCreated },
  errors: inOpenProject.errors,
  writtenWhile: inOpenProject.writtenWhile,
  members: byMembers('admin', 'member'),
  notices: [
    { kind: 'mention', on: ['created'], about: 'parent', to: ['mentions'], once: true },
    { kind: 'comment', on: ['created'], about: 'parent', toOfParent: ['assignee_id'], followers: true },
  ],
});
