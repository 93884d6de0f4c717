import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const imports = screen({
  title: t('Imports'),
  icon: 'upload',
  section: 'data',
  path: 'imports',
  about: t('move in migrate csv jira linear asana trello hubspot toggl notion undo'),
  shows: 'imp',
  pages: [
    page('imports', () => import('./list.js')),
    page('imports/new', () => import('./new.js')),
    page('imports/$id', () => import('./import.js')),
  ],
});
