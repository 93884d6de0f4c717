import { page, screen } from '../../kit/screen.js';

export const records = screen({
  title: 'Records',
  icon: 'database',
  section: 'Data',
  path: 'records',
  serves: ['access:read'],
  about: 'resources lists documents contacts deals tasks any',
  pages: [
    page('records', () => import('./resources.js')),
    page('records/$slug', () => import('./list.js')),
    page('records/id/$id', () => import('./record.js')),
    page('records/id/$id/$list', () => import('./belonging.js')),
  ],
});
