import { page, screen } from '../../kit/screen.js';

export const archives = screen({
  title: 'Archives',
  icon: 'database',
  section: 'Operations',
  path: 'archives',
  operators: true,
  about: 'move out export everything workspace zip copy',
  shows: 'arc',
  pages: [page('archives', () => import('./list.js')), page('archives/$id', () => import('./archive.js'))],
});
