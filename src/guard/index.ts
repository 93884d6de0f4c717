export { GuardModule } from './guard.module.js';
