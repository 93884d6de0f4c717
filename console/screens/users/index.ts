import { page, screen } from '../../kit/screen.js';

export const users = screen({
  title: 'Users',
  icon: 'user',
  section: 'People',
  path: 'users',
  scopes: ['access:read'],
  about: 'people members accounts invite suspend',
  shows: 'usr',
  pages: [page('users', () => import('./list.js')), page('users/$id', () => import('./user.js'))],
});
