import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const oauthApps = screen({
  title: t('OAuth apps'),
  icon: 'external',
  section: 'develop',
  path: 'oauth-apps',
  scopes: ['access:read'],
  about: t('clients applications sign in consent redirect secret'),
  shows: 'cli',
  pages: [page('oauth-apps', () => import('./list.js')), page('oauth-apps/$id', () => import('./app.js'))],
});
