import { page, screen } from '../../kit/screen.js';

export const jobs = screen({
  title: 'Jobs',
  icon: 'file',
  section: 'Careers',
  path: 'jobs',
  scopes: ['careers:read'],
  about: 'openings positions hiring recruiting publish',
  shows: 'job',
  pages: [
    page('jobs', () => import('./list.js')),
    page('jobs/$id', () => import('./job.js')),
    page('jobs/$id/form', () => import('./questions.js')),
  ],
});
