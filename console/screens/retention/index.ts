import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const retention = screen({
  title: t('Retention'),
  icon: 'clock',
  section: 'security',
  path: 'retention',
  scopes: ['guard:read'],
  about: t('settings keep days purge audit log checkpoint'),
  pages: [page('retention', () => import('./retention.js'))],
});
