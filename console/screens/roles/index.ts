import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const roles = screen({
  title: t('Roles'),
  icon: 'lock',
  section: 'people',
  path: 'roles',
  scopes: ['access:read'],
  about: t('rights permissions scopes levels'),
  pages: [page('roles', () => import('./list.js')), page('roles/$role', () => import('./role.js'))],
});
