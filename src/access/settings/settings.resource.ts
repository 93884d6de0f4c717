import { conflictError, defineResource } from '../../platform/index.js';

export const MFA_RULES = ['optional', 'admins', 'all'] as const;
export const APP_RULES = ['any', 'registered'] as const;

/** A workspace has one record of them, which is there once something has been set. */
export const settings = defineResource('access.settings', {
  idPrefix: 'aset',
  userColumns: ['updated_by'],
  races: ['access_settings_workspace'],
  errors: {
    lockedOut: conflictError(
      'You could not sign in any more. Set up a passkey or an identity provider for yourself first.',
    ),
  },
  writable: (who) => (who.isAdmin('access') ? 'all' : []),
});
