import { page, screen } from '../../kit/screen.js';

export const alerts = screen({
  title: 'Alerts',
  icon: 'bell',
  section: 'Security',
  path: 'alerts',
  scopes: ['guard:read'],
  about: 'triage incidents open acknowledged resolved',
  shows: 'alr',
  pages: [page('alerts', () => import('./list.js')), page('alerts/$id', () => import('./alert.js'))],
});
