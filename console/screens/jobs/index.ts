import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const jobs = screen({
  title: t('Jobs'),
  icon: 'file',
  section: 'careers',
  path: 'jobs',
  scopes: ['careers:read'],
  about: t('openings positions hiring recruiting publish'),
  shows: 'job',
  pages: [
    page('jobs', () => import('./list.js')),
    page('jobs/$id', () => import('./job.js')),
    page('jobs/$id/form', () => import('./questions.js')),
  ],
});
