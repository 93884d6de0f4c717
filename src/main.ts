import { keepCompiled, refuseOldNode } from './platform/config/node.js';

refuseOldNode();
keepCompiled();
// Packages share classes with the product, so it runs from its own files and not from the bundle.
if (process.env.EXTENSIONS) await (await import('./start.js')).run();
else await import('./server.js');
