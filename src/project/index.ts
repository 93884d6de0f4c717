export { ProjectModule } from './project.module.js';
export { ProjectHooks } from './projects/project-hooks.js';
export { ProjectsPort } from './projects/projects.port.js';
