import { prepareNode } from './platform/config/node.js';

prepareNode();
await import('./commands.js');
