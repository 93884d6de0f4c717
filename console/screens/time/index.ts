import { page, screen } from '../../kit/screen.js';

export const time = screen({
  title: 'Time',
  icon: 'clock',
  section: 'Projects',
  path: 'time',
  scopes: ['project:read'],
  about: 'time entries hours timer sheet billable',
  shows: 'tme',
  pages: [page('time', () => import('./list.js')), page('time/$id', () => import('./entry.js'))],
});
