import { page, screen } from '../../kit/screen.js';

export const files = screen({
  title: 'Files',
  icon: 'file',
  section: 'Office',
  path: 'files',
  scopes: ['office:read'],
  about: 'office uploads downloads attachments',
  shows: 'fil',
  pages: [page('files', () => import('./list.js')), page('files/$id', () => import('./file.js'))],
});
