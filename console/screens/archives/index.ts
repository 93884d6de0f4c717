import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const archives = screen({
  title: t('Archives'),
  icon: 'database',
  section: 'operations',
  path: 'archives',
  operators: true,
  about: t('move out export everything workspace zip copy'),
  shows: 'arc',
  pages: [page('archives', () => import('./list.js')), page('archives/$id', () => import('./archive.js'))],
});
