export { ProjectModule } from './project.module.js';
export { ProjectHooks } from './projects/project-hooks.js';
