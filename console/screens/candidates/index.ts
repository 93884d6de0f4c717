import { page, screen } from '../../kit/screen.js';

export const candidates = screen({
  title: 'Candidates',
  icon: 'user',
  section: 'Careers',
  path: 'candidates',
  scopes: ['careers:read'],
  about: 'applications applicants hiring recruiting notes scorecards',
  shows: 'app',
  pages: [page('candidates', () => import('./list.js')), page('candidates/$id', () => import('./candidate.js'))],
});
