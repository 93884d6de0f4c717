import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const files = screen({
  title: t('Files'),
  icon: 'file',
  section: 'office',
  path: 'files',
  scopes: ['office:read'],
  about: t('office uploads downloads attachments'),
  shows: 'fil',
  pages: [page('files', () => import('./list.js')), page('files/$id', () => import('./file.js'))],
});
