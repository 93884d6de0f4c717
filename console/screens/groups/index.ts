import { page, screen } from '../../kit/screen.js';

export const groups = screen({
  title: 'Groups',
  icon: 'users',
  section: 'People',
  path: 'groups',
  scopes: ['access:read'],
  about: 'teams members departments',
  shows: 'grp',
  pages: [page('groups', () => import('./list.js')), page('groups/$id', () => import('./group.js'))],
});
