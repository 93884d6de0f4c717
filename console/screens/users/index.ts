import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const users = screen({
  title: t('Users'),
  icon: 'user',
  section: 'people',
  path: 'users',
  scopes: ['access:read'],
  about: t('people members accounts invite suspend'),
  shows: 'usr',
  pages: [page('users', () => import('./list.js')), page('users/$id', () => import('./user.js'))],
});
