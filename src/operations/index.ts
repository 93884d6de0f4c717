export { archiveCommands } from './archives/archives.cli.js';
export { cellCommands } from './cells/cells.cli.js';
export { extensionDataCommands } from './extensions/extensions.cli.js';
export { KeptRows } from './archives/kept-rows.service.js';
export { freezeCommands } from './freezes/freezes.cli.js';
export { moveCommands } from './moves/moves.cli.js';
export { OperationsModule } from './operations.module.js';
