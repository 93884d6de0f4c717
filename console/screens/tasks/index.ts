import { page, screen } from '../../kit/screen.js';

export const tasks = screen({
  title: 'My tasks',
  icon: 'check',
  section: 'Projects',
  path: 'tasks',
  scopes: ['project:read'],
  about: 'to do assigned due work',
  shows: 'task',
  pages: [page('tasks', () => import('./mine.js')), page('tasks/$id', () => import('./task.js'))],
});
