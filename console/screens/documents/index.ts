import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const documents = screen({
  title: t('Documents'),
  icon: 'edit',
  section: 'office',
  path: 'documents',
  scopes: ['office:read'],
  about: t('office texts pages notes write'),
  shows: 'doc',
  pages: [
    page('documents', () => import('./list.js')),
    page('documents/new', () => import('./new.js')),
    page('documents/$id', () => import('./document.js')),
  ],
});
