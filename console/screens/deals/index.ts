import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const deals = screen({
  title: t('Deals'),
  icon: 'list',
  section: 'sales',
  path: 'deals',
  scopes: ['sales:read'],
  about: t('opportunities sales pipeline forecast'),
  shows: 'deal',
  pages: [page('deals', () => import('./list.js')), page('deals/$id', () => import('./deal.js'))],
});
