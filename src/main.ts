import { refuseOldNode } from './platform/config/node.js';

refuseOldNode();
await import('./server.js');
