import { page, screen } from '../../kit/screen.js';

export const documents = screen({
  title: 'Documents',
  icon: 'edit',
  section: 'Office',
  path: 'documents',
  scopes: ['office:read'],
  about: 'office texts pages notes write',
  shows: 'doc',
  pages: [
    page('documents', () => import('./list.js')),
    page('documents/new', () => import('./new.js')),
    page('documents/$id', () => import('./document.js')),
  ],
});
