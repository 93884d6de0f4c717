import { page, screen } from '../../kit/screen.js';

export const deals = screen({
  title: 'Deals',
  icon: 'list',
  section: 'Sales',
  path: 'deals',
  scopes: ['sales:read'],
  about: 'opportunities sales pipeline forecast',
  shows: 'deal',
  pages: [page('deals', () => import('./list.js')), page('deals/$id', () => import('./deal.js'))],
});
