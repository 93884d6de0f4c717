export { auditCommands } from './sealing/audit.cli.js';
export { policyCommands } from './policies/policies.cli.js';
export { GuardModule } from './guard.module.js';
export { type KnownTrail, type Signed, TrailArchive, TrailCheck, type TrailPart } from './sealing/trail-archive.js';
