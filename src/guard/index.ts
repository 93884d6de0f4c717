export { auditCommands } from './sealing/audit.cli.js';
export { policyCommands } from './policies/policies.cli.js';
export { GuardModule } from './guard.module.js';
