import type { Screen } from '../../kit/index.js';

export const boards: Screen = {
  title: 'Boards',
  icon: 'board',
  section: 'Data',
  path: 'boards',
  about: 'deals pipeline stage applications candidates hiring jobs tasks project kanban',
  pages: {
    '': () => import('./boards.js'),
    'deals/$id': () => import('./deals.js'),
    'applications/$id': () => import('./applications.js'),
    'tasks/$id': () => import('./tasks.js'),
  },
};
