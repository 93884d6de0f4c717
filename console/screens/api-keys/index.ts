import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const apiKeys = screen({
  title: t('API keys'),
  icon: 'key',
  section: 'develop',
  path: 'api-keys',
  scopes: ['access:read'],
  about: t('credentials tokens secrets'),
  shows: 'key',
  pages: [page('api-keys', () => import('./list.js')), page('api-keys/$id', () => import('./key.js'))],
});
