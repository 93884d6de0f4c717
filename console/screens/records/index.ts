import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const records = screen({
  title: t('Records'),
  icon: 'database',
  section: 'data',
  path: 'records',
  serves: ['access:read'],
  about: t('resources lists documents contacts deals tasks any'),
  pages: [
    page('records', () => import('./resources.js')),
    page('records/$slug', () => import('./list.js')),
    page('records/id/$id', () => import('./record.js')),
    page('records/id/$id/$list', () => import('./belonging.js')),
  ],
});
