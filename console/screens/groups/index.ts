import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const groups = screen({
  title: t('Groups'),
  icon: 'users',
  section: 'people',
  path: 'groups',
  scopes: ['access:read'],
  about: t('teams members departments'),
  shows: 'grp',
  pages: [page('groups', () => import('./list.js')), page('groups/$id', () => import('./group.js'))],
});
