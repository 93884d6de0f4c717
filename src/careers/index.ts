export { CareersModule } from './careers.module.js';
