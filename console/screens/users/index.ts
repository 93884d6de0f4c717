import type { Screen } from '../../kit/index.js';

export const users: Screen = {
  title: 'Users',
  icon: 'user',
  section: 'People',
  path: 'users',
  scopes: ['access:read'],
  about: 'people members accounts invite suspend',
  shows: 'usr',
  pages: { '': () => import('./list.js'), $id: () => import('./user.js') },
};
