import { page, screen } from '../../kit/screen.js';

export const settings = screen({
  title: 'Settings',
  icon: 'edit',
  section: 'Operations',
  path: 'settings',
  serves: ['access:read'],
  about: 'workspace company name time zone currency week time rounding currency reminders retention candidates',
  pages: [page('settings', () => import('./settings.js'))],
});
