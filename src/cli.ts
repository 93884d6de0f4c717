import { keepCompiled, refuseOldNode } from './platform/config/node.js';

refuseOldNode();
keepCompiled();
if (process.env.EXTENSIONS) await (await import('./run-commands.js')).runCommands();
else await import('./commands.js');
