import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { APPS, Loading, useEventTypes, useMay } from '../../kit/index.js';
import styles from './event-picker.module.css';
import { t } from '../../kit/language.js';

interface PickerProps {
  value: string[];
  onChange: (value: string[]) => void;
  error?: string;
}

/** Picks event types by app: one by one, all of an app, or all there are, those of later versions with them. */
export function EventPicker({ value, onChange, error }: PickerProps) {
  const types = useEventTypes();
  const may = useMay();
  const problem = useId();
  if (!types) return <Loading rows={3} />;
  const set = (pattern: string, on: boolean, without: (each: string) => boolean = (each) => each === pattern) =>
    onChange([...value.filter((each) => !without(each)), ...(on ? [pattern] : [])]);
  const every = value.includes('*');
  const shown = types.filter(([app]) => may(`${app}:read`));
  return (
    <fieldset className="scopes" aria-describedby={error && problem}>
      <legend>{t('Which events')}</legend>
      {shown.length === types.length && (
        <div className={`${styles.pickerApp} ${styles.pickerAll}`}>
          <Checkbox
            label={t('Every event, also of types that come later')}
            checked={every}
            aria-invalid={Boolean(error)}
            onChange={({ currentTarget }) => set('*', currentTarget.checked, () => true)}
          />
        </div>
      )}
      {!every &&
        shown.map(([app, own]) => {
          const all = value.includes(`${app}.*`);
          return (
            <div key={app} className={styles.pickerApp}>
              <strong>{APPS[app]}</strong>
              <Checkbox
                label={t('All of {app}', { app: APPS[app] })}
                checked={all}
                onChange={({ currentTarget }) =>
                  set(`${app}.*`, currentTarget.checked, (each) => each.startsWith(`${app}.`))
                }
              />
              {!all &&
                own.map(({ type, title }) => (
                  <Checkbox
                    key={type}
                    label={title}
                    title={type}
                    checked={value.includes(type)}
                    onChange={({ currentTarget }) => set(type, currentTarget.checked)}
                  />
                ))}
            </div>
          );
        })}
      {error && (
        <p id={problem} className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
