import { page, screen } from '../../kit/screen.js';

export const roles = screen({
  title: 'Roles',
  icon: 'lock',
  section: 'People',
  path: 'roles',
  scopes: ['access:read'],
  about: 'rights permissions scopes levels',
  pages: [page('roles', () => import('./list.js')), page('roles/$role', () => import('./role.js'))],
});
