import { defineResource } from '../platform/index.js';

/** A message is nothing that is kept: the routes that it runs decide what the caller may see and do. */
export const messages = defineResource('mcp.message', { idPrefix: 'msg', visible: () => 'all' });
