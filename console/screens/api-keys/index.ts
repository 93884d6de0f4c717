import type { Screen } from '../../kit/index.js';

export const apiKeys: Screen = {
  title: 'API keys',
  icon: 'key',
  section: 'Develop',
  path: 'api-keys',
  scopes: ['access:read'],
  about: 'credentials tokens secrets',
  shows: 'key',
  pages: { '': () => import('./list.js'), $id: () => import('./key.js') },
};
