export { ProjectModule } from './project.module.js';
