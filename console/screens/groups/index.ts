import type { Screen } from '../../kit/index.js';

export const groups: Screen = {
  title: 'Groups',
  icon: 'users',
  section: 'People',
  path: 'groups',
  scopes: ['access:read'],
  about: 'teams members departments',
  shows: 'grp',
  pages: { '': () => import('./list.js'), $id: () => import('./group.js') },
};
