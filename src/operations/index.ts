export { archiveCommands } from './archives/archives.cli.js';
export { OperationsModule } from './operations.module.js';
