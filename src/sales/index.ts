export { SalesModule } from './sales.module.js';
