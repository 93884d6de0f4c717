import { apps } from '../../platform/index.js';
import type { AlertRule } from './alert-rule.entity.js';

export type BuiltIn = Pick<AlertRule, 'built_in' | 'name' | 'description' | 'severity' | 'condition'> &
  Partial<Pick<AlertRule, 'status' | 'threshold' | 'window_minutes' | 'group_by'>>;

const ADMINS = apps().map((app) => `${app}:admin`);

const FAILED_SIGN_IN = { actions: ['access.session.created'], outcome: 'failure' };

/** Built-in rules of new workspaces. Changes here do not affect existing workspaces. */
export const BUILT_INS: readonly BuiltIn[] = [
  {
    built_in: 'many_denials',
    name: 'Many refused attempts from one address',
    description:
      '20 attempts within an hour that were refused for lack of rights, or with a credential that has ended.',
    severity: 'high',
    status: 'active',
    condition: { outcome: 'denied' },
    threshold: 20,
    group_by: 'ip_address',
  },
  {
    built_in: 'failed_sign_ins_account',
    name: 'Many failed sign-ins to one account',
    description: '20 within ten minutes, from any address.',
    severity: 'high',
    status: 'active',
    condition: FAILED_SIGN_IN,
    threshold: 20,
    window_minutes: 10,
    group_by: 'actor_email',
  },
  {
    built_in: 'failed_sign_ins_address',
    name: 'Many failed sign-ins from one address',
    description: '20 within ten minutes, to any accounts.',
    severity: 'high',
    status: 'active',
    condition: FAILED_SIGN_IN,
    threshold: 20,
    window_minutes: 10,
    group_by: 'ip_address',
  },
  {
    built_in: 'break_glass',
    name: 'An owner signed in by password past the rules',
    description:
      'Passwords are switched off, or an identity provider is enforced. Owners can still sign in where it fails.',
    severity: 'high',
    status: 'active',
    condition: { actions: ['access.session.break_glass'], outcome: 'success' },
  },
  {
    built_in: 'admin_role',
    name: 'A role of an admin was given',
    description: 'A user or group got a role of an admin, or became a member of a group that has one.',
    severity: 'high',
    status: 'active',
    condition: {
      actions: ['access.user.*', 'access.group.*'],
      outcome: 'success',
      change: { field: 'roles', to: [...ADMINS, 'guard:read_all', 'workspace:owner'] },
    },
  },
  {
    built_in: 'api_key',
    name: 'An API key was created',
    description: 'Keys last until they are revoked or expire.',
    severity: 'low',
    condition: { actions: ['access.api_key.created', 'access.api_key.rotated'], outcome: 'success' },
  },
  {
    built_in: 'mass_delete',
    name: 'Many records were deleted by one caller',
    description: '50 deletions within ten minutes.',
    severity: 'high',
    condition: {
      actions: [
        'office.document.deleted',
        'office.file.deleted',
        'office.spreadsheet.deleted',
        'access.user.deleted',
        'access.group.deleted',
        'sales.contact.deleted',
        'sales.deal.deleted',
        'careers.job.deleted',
        'careers.application.deleted',
        'project.project.deleted',
        'project.task.deleted',
      ],
      outcome: 'success',
    },
    threshold: 50,
    window_minutes: 10,
    group_by: 'actor_id',
  },
  {
    built_in: 'mass_download',
    name: 'Many files were downloaded by one caller',
    description: '50 downloads and exports within ten minutes.',
    severity: 'high',
    // Reports are recorded only when exported as files.
    condition: {
      actions: [
        'office.file.downloaded',
        'office.spreadsheet.exported',
        'sales.contact.exported',
        'sales.deal.exported',
        'project.time_report.read',
      ],
      outcome: 'success',
    },
    threshold: 50,
    window_minutes: 10,
    group_by: 'actor_id',
  },
  {
    built_in: 'policy_deactivated',
    name: 'A policy was switched off',
    description: 'Actions that it denied are possible again.',
    severity: 'high',
    status: 'active',
    condition: { actions: ['guard.policy.updated'], outcome: 'success', when: { after: { status: 'inactive' } } },
  },
  {
    built_in: 'infected_file',
    name: 'A file contains malware',
    description: 'The virus scanner found it. Nobody can download the file.',
    severity: 'critical',
    status: 'active',
    condition: { actions: ['office.file.infected', 'careers.attachment.infected'], outcome: 'failure' },
  },
  {
    built_in: 'retention_lowered',
    name: 'The audit log is kept for less time',
    description: 'Older entries are removed once the days of grace are over.',
    severity: 'critical',
    condition: {
      resource_type: 'guard.settings',
      outcome: 'success',
      change: { field: 'audit_retention_days', lowered: true },
    },
  },
  {
    built_in: 'audit_export',
    name: 'The audit log was exported',
    description: 'Someone exported a copy.',
    severity: 'medium',
    condition: { actions: ['guard.audit.exported'], outcome: 'success' },
  },
  {
    built_in: 'hard_delete',
    name: 'A record was removed for good',
    description: 'The record is not in the trash.',
    severity: 'medium',
    condition: {
      actions: ['office.document.deleted', 'office.spreadsheet.deleted', 'sales.contact.deleted'],
      outcome: 'success',
      change: { field: 'deleted_at', absent: true },
    },
  },
  {
    built_in: 'suspended_sign_in',
    name: 'A suspended user tried to sign in',
    description: 'Someone used the e-mail address of a suspended user.',
    severity: 'medium',
    condition: { actions: ['access.session.created'], outcome: 'denied' },
  },
];
