import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const overview = screen({
  title: t('Overview'),
  icon: 'list',
  section: 'operations',
  path: 'overview',
  serves: ['access:read'],
  about: t('health start home'),
  pages: [page('overview', () => import('./overview.js'))],
});
