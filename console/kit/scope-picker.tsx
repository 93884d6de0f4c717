import { Checkbox } from '@mantine/core';
import { useMe } from './api.js';
import { type App, APPS, inWords, type Scope, SCOPES } from './scopes.js';
import { t } from './language.js';

interface PickerProps {
  label: string;
  value: readonly string[];
  onChange: (scopes: string[]) => void;
  error?: string;
}

const LEVELS = ['read', 'write'] as const;

/** Scopes to tick, in words; only those that the reader has can be given on. */
export function ScopePicker({ label, value, onChange, error }: PickerProps) {
  const { scopes: own } = useMe();
  const toggle = (names: readonly string[], on: boolean) =>
    onChange([...value.filter((each) => !names.includes(each)), ...(on ? names : [])]);
  return (
    <fieldset className="scopes" aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend>{label}</legend>
      <div className="scopes-all">
        {LEVELS.map((level) => {
          const names = Object.keys(SCOPES).filter((scope) => scope.endsWith(level) && own.includes(scope as Scope));
          const ticked = names.filter((name) => value.includes(name)).length;
          return (
            <Checkbox
              key={level}
              label={level === 'read' ? t('Read everything') : t('Change everything')}
              checked={names.length > 0 && ticked === names.length}
              indeterminate={ticked > 0 && ticked < names.length}
              disabled={names.length === 0}
              onChange={({ currentTarget }) => toggle(names, currentTarget.checked)}
            />
          );
        })}
      </div>
      {(Object.keys(APPS) as App[]).map((app) => (
        <div key={app} className="scopes-app" role="group" aria-label={APPS[app]}>
          <strong>{APPS[app]}</strong>
          {LEVELS.map((level) => {
            const scope = `${app}:${level}` as Scope;
            return (
              <Checkbox
                key={scope}
                label={inWords(scope)}
                disabled={!own.includes(scope)}
                checked={value.includes(scope)}
                onChange={({ currentTarget }) => toggle([scope], currentTarget.checked)}
              />
            );
          })}
        </div>
      ))}
      {error && <p className="scopes-error">{error}</p>}
    </fieldset>
  );
}
