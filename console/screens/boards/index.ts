import { page, screen } from '../../kit/screen.js';

export const boards = screen({
  title: 'Boards',
  icon: 'board',
  section: '',
  entries: [
    { title: 'Deals board', section: 'Sales', to: '/boards/deals', scopes: ['sales:read'] },
    { title: 'Hiring boards', section: 'Careers', to: '/boards/applications', scopes: ['careers:read'] },
    { title: 'Task boards', section: 'Projects', to: '/boards/tasks', scopes: ['project:read'] },
  ],
  path: 'boards',
  about: 'deals pipeline stage applications candidates hiring jobs tasks project kanban',
  pages: [
    page('boards', () => import('./boards.js')),
    page('boards/deals', () => import('./of-deals.js')),
    page('boards/applications', () => import('./of-applications.js')),
    page('boards/tasks', () => import('./of-tasks.js')),
    page('boards/deals/$id', () => import('./deals.js')),
    page('boards/applications/$id', () => import('./applications.js')),
    page('boards/tasks/$id', () => import('./tasks.js')),
  ],
});
