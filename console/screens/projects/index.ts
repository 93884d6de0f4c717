import { page, screen } from '../../kit/screen.js';

export const projects = screen({
  title: 'Projects',
  icon: 'board',
  section: 'Projects',
  path: 'projects',
  scopes: ['project:read'],
  about: 'sprints tasks members plan',
  shows: 'prj',
  also: { spr: 'sprints/$id' },
  pages: [
    page('projects', () => import('./list.js')),
    page('projects/sprints/$id', () => import('./sprint.js')),
    page('projects/$id/{-$tab}', () => import('./project.js')),
  ],
});
