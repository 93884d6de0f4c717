import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { APPS, type App } from './scopes.js';
import { Tag } from './tag.js';
import { worded } from './words.js';
import { inSentence, t } from './language.js';

/** Levels of a role in its app, from little to much, and what each lets do. */
export const LEVELS = {
  viewer: t('Reads'),
  member: t('Reads, and writes their own'),
  editor: t('Reads and writes'),
  admin: t('Does everything, with settings'),
} as const;

type Level = keyof typeof LEVELS;

/** The role that is admin of everything. */
export const OWNER = 'workspace:owner';

/** Reads the audit log without masks. It comes on top of a level in guard. */
export const READ_ALL = 'guard:read_all';

/** A role as people say it: `office:editor` → `Office editor`. */
export function roleName(role: string): string {
  if (role === OWNER) return t('Owner of the workspace');
  if (role === READ_ALL) return t('Guard reads all');
  const [app = '', level] = role.split(':');
  return app in APPS ? `${APPS[app as App]} ${inSentence(worded(level ?? ''))}` : role;
}

/** The rights of a role, by its level. Undefined for the role of the whole workspace. */
export const roleAbout = (role: string): string | undefined =>
  role === READ_ALL ? t('Reads the audit trail without masks') : LEVELS[role.split(':')[1] as Level];

/** Roles in few words, the strongest first. */
export const rolesInWords = (roles: readonly string[]): string =>
  roles.includes(OWNER) ? roleName(OWNER) : roles.map(roleName).join(', ');

export const Roles = ({ of, none = t('None') }: { of: readonly string[]; none?: string }) =>
  of.length ? (
    <span className="tags">
      {of.map((role) => (
        <Tag key={role} tone={role === OWNER || role === READ_ALL || role.endsWith(':admin') ? 'info' : 'none'}>
          {roleName(role)}
        </Tag>
      ))}
    </span>
  ) : (
    <span className="soft">{none}</span>
  );

interface PickerProps {
  label: string;
  value: readonly string[];
  onChange: (roles: string[]) => void;
  error?: string;
}

/** A level for each app. Higher levels do what lower ones do, so there is one of each; those below go when it is chosen. */
export function RolePicker({ label, value, onChange, error }: PickerProps) {
  const ofApp = (app: App) => value.filter((role) => role.startsWith(`${app}:`) && role !== READ_ALL);
  const readsAll = value.filter((role) => role === READ_ALL);
  // Removing the owner's tick again restores the roles from before.
  const [kept, keep] = useState<readonly string[]>([]);
  const owner = value.includes(OWNER);
  const highest = (app: App): Level | '' =>
    (Object.keys(LEVELS) as Level[]).findLast((level) => value.includes(`${app}:${level}`)) ?? '';
  return (
    <fieldset className="scopes" aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend>{label}</legend>
      <div className="roles-owner">
        <Checkbox
          label={t('Owner of the workspace: everything, in all apps')}
          checked={owner}
          onChange={({ currentTarget }) => {
            keep(value);
            onChange(currentTarget.checked ? [OWNER, ...readsAll] : kept.filter((role) => role !== OWNER));
          }}
        />
      </div>
      {!owner && (
        <div className="roles-apps">
          {(Object.keys(APPS) as App[]).map((app) => (
            <NativeSelect
              key={app}
              label={APPS[app]}
              value={highest(app)}
              onChange={({ currentTarget }) => {
                const others = value.filter((role) => !ofApp(app).includes(role));
                onChange(currentTarget.value ? [...others, `${app}:${currentTarget.value}`] : others);
              }}
              data={[
                { value: '', label: t('No role') },
                ...Object.entries(LEVELS).map(([level, does]) => ({
                  value: level,
                  label: `${worded(level)}: ${does}`,
                })),
              ]}
            />
          ))}
        </div>
      )}
      <div className="roles-owner">
        <Checkbox
          label={t('Reads the audit trail without masks: each use stands in the trail. Only owners give this.')}
          checked={readsAll.length > 0}
          onChange={({ currentTarget }) => {
            const others = value.filter((role) => role !== READ_ALL);
            onChange(currentTarget.checked ? [...others, READ_ALL] : others);
          }}
        />
      </div>
      {error && <p className="scopes-error">{error}</p>}
    </fieldset>
  );
}
