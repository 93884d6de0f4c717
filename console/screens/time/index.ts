import { page, screen } from '../../kit/screen.js';

export const time = screen({
  title: 'Time',
  icon: 'clock',
  section: 'Projects',
  path: 'time',
  scopes: ['project:read'],
  about: 'time entries hours timer week sheet report billable calendar',
  shows: 'tme',
  pages: [
    page('time', () => import('./week.js')),
    page('time/entries', () => import('./list.js')),
    page('time/report', () => import('./report.js')),
    page('time/calendars', () => import('./calendars.js')),
    page('time/$id', () => import('./entry.js')),
  ],
});
