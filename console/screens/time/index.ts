import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const time = screen({
  title: t('Time'),
  icon: 'clock',
  section: 'projects',
  path: 'time',
  scopes: ['project:read'],
  about: t('time entries hours timer week sheet report billable calendar'),
  shows: 'tme',
  pages: [
    page('time', () => import('./week.js')),
    page('time/entries', () => import('./list.js')),
    page('time/report', () => import('./report.js')),
    page('time/calendars', () => import('./calendars.js')),
    page('time/$id', () => import('./entry.js')),
  ],
});
