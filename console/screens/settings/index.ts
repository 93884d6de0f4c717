import { page, screen } from '../../kit/screen.js';

export const settings = screen({
  title: 'Settings of apps',
  icon: 'edit',
  section: 'Operations',
  path: 'settings',
  about: 'time rounding currency reminders retention candidates',
  pages: [page('settings', () => import('./settings.js'))],
});
