import type { Screen } from '../../kit/index.js';

export const events: Screen = {
  title: 'Events',
  icon: 'list',
  section: 'Develop',
  path: 'events',
  about: 'log payload what happened',
  shows: 'evt',
  pages: { '': () => import('./list.js'), $id: () => import('./event.js') },
};
