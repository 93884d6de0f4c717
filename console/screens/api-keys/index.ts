import { page, screen } from '../../kit/screen.js';

export const apiKeys = screen({
  title: 'API keys',
  icon: 'key',
  section: 'Develop',
  path: 'api-keys',
  scopes: ['access:read'],
  about: 'credentials tokens secrets',
  shows: 'key',
  pages: [page('api-keys', () => import('./list.js')), page('api-keys/$id', () => import('./key.js'))],
});
