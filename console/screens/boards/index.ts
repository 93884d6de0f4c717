import { page, screen } from '../../kit/screen.js';

export const boards = screen({
  title: 'Boards',
  icon: 'board',
  section: '',
  path: 'boards',
  about: 'deals pipeline stage applications candidates hiring jobs tasks project kanban',
  pages: [
    page('boards', () => import('./boards.js')),
    page('boards/deals/$id', () => import('./deals.js')),
    page('boards/applications/$id', () => import('./applications.js')),
    page('boards/tasks/$id', () => import('./tasks.js')),
  ],
});
