import type { Screen } from '../../kit/index.js';

export const roles: Screen = {
  title: 'Roles',
  icon: 'lock',
  section: 'People',
  path: 'roles',
  scopes: ['access:read'],
  about: 'rights permissions scopes levels',
  pages: { '': () => import('./list.js'), $role: () => import('./role.js') },
};
