import { page, screen } from '../../kit/screen.js';

export const overview = screen({
  title: 'Overview',
  icon: 'list',
  section: 'Operations',
  path: 'overview',
  serves: ['access:read'],
  about: 'health start home',
  pages: [page('overview', () => import('./overview.js'))],
});
