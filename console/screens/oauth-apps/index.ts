import { page, screen } from '../../kit/screen.js';

export const oauthApps = screen({
  title: 'OAuth apps',
  icon: 'external',
  section: 'Develop',
  path: 'oauth-apps',
  scopes: ['access:read'],
  about: 'clients applications sign in consent redirect secret',
  shows: 'cli',
  pages: [page('oauth-apps', () => import('./list.js')), page('oauth-apps/$id', () => import('./app.js'))],
});
