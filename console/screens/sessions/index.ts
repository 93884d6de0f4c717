import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const sessions = screen({
  title: t('Sessions'),
  icon: 'clock',
  section: 'people',
  path: 'sessions',
  scopes: ['access:read'],
  about: t('signed in devices sign out'),
  pages: [page('sessions', () => import('./list.js'))],
});
