import type { Draft } from './writing.js';
import { t } from '../../kit/language.js';

/** Every workspace has an owner; others are named once there are some. */
const OWNERS: Pick<Draft, 'approvers' | 'approvals'> = {
  approvers: [{ type: 'role', id: 'workspace:owner' }],
  approvals: 1,
};

/** Policies that many workspaces have, to begin a new one with. */
export const TEMPLATES: readonly Draft[] = [
  {
    name: t('No app reads applications'),
    effect: 'deny',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'careers.application' }],
    actions: ['careers:read', 'careers:export'],
  },
  {
    name: t('Nobody exports contacts'),
    effect: 'deny',
    principals: [{ type: 'any' }],
    resources: [{ type: 'sales.contact' }],
    actions: ['sales:export'],
  },
  {
    name: t('Documents with the tag final stay as they are'),
    effect: 'deny',
    principals: [{ type: 'any' }],
    resources: [{ type: 'office.document', tag: 'final' }],
    actions: ['office:write', 'office:delete'],
  },
  {
    name: t('No app shares or deletes documents and files'),
    effect: 'deny',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'office.*' }],
    actions: ['office:share', 'office:delete'],
  },
  {
    name: t('Deals above a sum need an approval'),
    effect: 'review',
    principals: [{ type: 'any' }],
    resources: [{ type: 'sales.deal' }],
    actions: ['sales:write'],
    when: { after: { value: { gte: 10_000 } } },
    ...OWNERS,
  },
  {
    name: t('What an app deletes needs an approval'),
    effect: 'review',
    principals: [{ type: 'oauth_client', id: 'any' }],
    resources: [{ type: 'office.*' }, { type: 'sales.*' }, { type: 'project.*' }, { type: 'careers.*' }],
    actions: ['office:delete', 'sales:delete', 'project:delete', 'careers:delete'],
    ...OWNERS,
  },
  {
    name: t('Changes of owners need an approval'),
    effect: 'review',
    principals: [{ type: 'any' }],
    resources: [{ type: 'access.user' }],
    actions: ['access:write'],
    when: { after: { roles: { any: ['workspace:owner'] } } },
    ...OWNERS,
  },
  {
    name: t('Exports of the audit log need an approval'),
    effect: 'review',
    principals: [{ type: 'any' }],
    resources: [{ type: 'guard.export' }, { type: 'guard.audit_log' }],
    actions: ['guard:export'],
    ...OWNERS,
  },
  // A file that is the answer cannot wait for an approval.
  {
    name: t('Nobody exports candidates'),
    effect: 'deny',
    principals: [{ type: 'any' }],
    resources: [{ type: 'careers.application' }],
    actions: ['careers:export'],
  },
];
