export { archiveCommands } from './archives/archives.cli.js';
export { extensionRemoval } from './extensions/extensions.cli.js';
export { freezeCommands } from './freezes/freezes.cli.js';
export { moveCommands } from './moves/moves.cli.js';
export { OperationsModule } from './operations.module.js';
