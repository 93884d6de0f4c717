import type { Screen } from '../../kit/index.js';

export const alerts: Screen = {
  title: 'Alerts',
  icon: 'bell',
  section: 'Security',
  path: 'alerts',
  scopes: ['guard:read'],
  about: 'triage incidents open acknowledged resolved',
  shows: 'alr',
  pages: { '': () => import('./list.js'), $id: () => import('./alert.js') },
};
