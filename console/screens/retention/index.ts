import type { Screen } from '../../kit/index.js';

export const retention: Screen = {
  title: 'Retention',
  icon: 'clock',
  section: 'Security',
  path: 'retention',
  scopes: ['guard:read'],
  about: 'settings keep days purge audit log checkpoint',
  pages: { '': () => import('./retention.js') },
};
