import { keepCompiled, refuseOldNode } from './platform/config/node.js';

refuseOldNode();
keepCompiled();
await import('./server.js');
