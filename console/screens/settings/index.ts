import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const settings = screen({
  title: t('Settings'),
  icon: 'edit',
  section: 'operations',
  path: 'settings',
  serves: ['access:read'],
  about: t('workspace company name time zone currency week time rounding currency reminders retention candidates'),
  pages: [page('settings', () => import('./settings.js'))],
});
