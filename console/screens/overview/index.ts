import { page, screen } from '../../kit/screen.js';

export const overview = screen({
  title: 'Overview',
  icon: 'home',
  section: '',
  path: '',
  about: 'health start home',
  pages: [page('/', () => import('./overview.js'))],
});
