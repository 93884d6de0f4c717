import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const events = screen({
  title: t('Events'),
  icon: 'list',
  section: 'develop',
  path: 'events',
  serves: ['access:read'],
  about: t('log payload what happened types catalogue examples'),
  shows: 'evt',
  pages: [
    page('events', () => import('./list.js')),
    page('events/types', () => import('./types.js')),
    page('events/$id', () => import('./event.js')),
  ],
});
