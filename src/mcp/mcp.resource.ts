import { defineResource } from '../platform/index.js';

/** Messages are not stored. The routes that they call check the rights of the caller. */
export const messages = defineResource('mcp.message', { idPrefix: 'msg', visible: () => 'all' });
