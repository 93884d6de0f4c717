import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const boards = screen({
  title: t('Boards'),
  icon: 'board',
  section: '',
  entries: [
    { title: t('Deals board'), section: 'sales', to: '/boards/deals', scopes: ['sales:read'] },
    { title: t('Hiring boards'), section: 'careers', to: '/boards/applications', scopes: ['careers:read'] },
    { title: t('Task boards'), section: 'projects', to: '/boards/tasks', scopes: ['project:read'] },
  ],
  path: 'boards',
  about: t('deals pipeline stage applications candidates hiring jobs tasks project kanban'),
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
