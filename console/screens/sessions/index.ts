import { page, screen } from '../../kit/screen.js';

export const sessions = screen({
  title: 'Sessions',
  icon: 'clock',
  section: 'People',
  path: 'sessions',
  scopes: ['access:read'],
  about: 'signed in devices sign out',
  pages: [page('sessions', () => import('./list.js'))],
});
