import { page, screen } from '../../kit/screen.js';

export const imports = screen({
  title: 'Imports',
  icon: 'upload',
  section: 'Data',
  path: 'imports',
  about: 'move in migrate csv jira linear asana trello hubspot toggl notion undo',
  shows: 'imp',
  pages: [
    page('imports', () => import('./list.js')),
    page('imports/new', () => import('./new.js')),
    page('imports/$id', () => import('./import.js')),
  ],
});
