import { page, screen } from '../../kit/screen.js';

export const events = screen({
  title: 'Events',
  icon: 'list',
  section: 'Develop',
  path: 'events',
  serves: ['access:read'],
  about: 'log payload what happened types catalogue examples',
  shows: 'evt',
  pages: [
    page('events', () => import('./list.js')),
    page('events/types', () => import('./types.js')),
    page('events/$id', () => import('./event.js')),
  ],
});
