import { page, screen } from '../../kit/screen.js';

export const retention = screen({
  title: 'Retention',
  icon: 'clock',
  section: 'Security',
  path: 'retention',
  scopes: ['guard:read'],
  about: 'settings keep days purge audit log checkpoint',
  pages: [page('retention', () => import('./retention.js'))],
});
