import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const candidates = screen({
  title: t('Candidates'),
  icon: 'user',
  section: 'careers',
  path: 'candidates',
  scopes: ['careers:read'],
  about: t('applications applicants hiring recruiting notes scorecards'),
  shows: 'app',
  pages: [page('candidates', () => import('./list.js')), page('candidates/$id', () => import('./candidate.js'))],
});
