import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const alerts = screen({
  title: t('Alerts'),
  icon: 'bell',
  section: 'security',
  path: 'alerts',
  scopes: ['guard:read'],
  about: t('triage incidents open acknowledged resolved'),
  shows: 'alr',
  pages: [page('alerts', () => import('./list.js')), page('alerts/$id', () => import('./alert.js'))],
});
