import type { Screen } from '../../kit/index.js';

export const oauthApps: Screen = {
  title: 'OAuth apps',
  icon: 'external',
  section: 'Develop',
  path: 'oauth-apps',
  scopes: ['access:read'],
  about: 'clients applications sign in consent redirect secret',
  shows: 'cli',
  pages: { '': () => import('./list.js'), $id: () => import('./app.js') },
};
