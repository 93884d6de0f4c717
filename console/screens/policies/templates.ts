import type { Draft } from './writing.js';

/** Policies that many workspaces have, to begin a new one with. */
export const TEMPLATES: readonly Draft[] = [
  {
    name: 'No app reads applications',
    effect: 'deny',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'careers.application' }],
    actions: ['careers:read', 'careers:export'],
  },
  {
    name: 'Nobody exports contacts',
    effect: 'deny',
    principals: [{ type: 'any' }],
    resources: [{ type: 'sales.contact' }],
    actions: ['sales:export'],
  },
  {
    name: 'Documents with the tag final stay as they are',
    effect: 'deny',
    principals: [{ type: 'any' }],
    resources: [{ type: 'office.document', tag: 'final' }],
    actions: ['office:write', 'office:delete'],
  },
  {
    name: 'No app shares or deletes documents and files',
    effect: 'deny',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'office.*' }],
    actions: ['office:share', 'office:delete'],
  },
];
