import type { Screen } from '../../kit/index.js';

export const events: Screen = {
  title: 'Events',
  icon: 'list',
  section: 'Develop',
  path: 'events',
  about: 'log payload what happened types catalogue examples',
  shows: 'evt',
  pages: {
    '': () => import('./list.js'),
    types: () => import('./types.js'),
    $id: () => import('./event.js'),
  },
};
