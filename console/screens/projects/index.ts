import { page, screen } from '../../kit/screen.js';
import { t } from '../../kit/language.js';

export const projects = screen({
  title: t('Projects'),
  icon: 'board',
  section: 'projects',
  path: 'projects',
  scopes: ['project:read'],
  about: t('sprints tasks members plan'),
  shows: 'prj',
  also: { spr: 'sprints/$id' },
  pages: [
    page('projects', () => import('./list.js')),
    page('projects/sprints/$id', () => import('./sprint.js')),
    page('projects/$id/{-$tab}', () => import('./project.js')),
  ],
});
