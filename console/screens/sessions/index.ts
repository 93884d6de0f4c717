import type { Screen } from '../../kit/index.js';

export const sessions: Screen = {
  title: 'Sessions',
  icon: 'clock',
  section: 'People',
  path: 'sessions',
  scopes: ['access:read'],
  about: 'signed in devices sign out',
  pages: { '': () => import('./list.js') },
};
