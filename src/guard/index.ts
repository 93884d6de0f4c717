export { policyCommands } from './policies/policies.cli.js';
export { GuardModule } from './guard.module.js';
