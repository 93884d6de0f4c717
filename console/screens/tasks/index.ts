import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const tasks = screen({
  title: t('My tasks'),
  icon: 'check',
  section: 'projects',
  path: 'tasks',
  scopes: ['project:read'],
  about: t('to do assigned due work'),
  shows: 'task',
  pages: [page('tasks', () => import('./mine.js')), page('tasks/$id', () => import('./task.js'))],
});
