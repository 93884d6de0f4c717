import { Checkbox } from '@mantine/core';
import { type App, APPS, type Fields, worded } from '../../kit/index.js';
import { ALL_APPS, ALL_ASKS, appsOf, ASKS, asksIn } from './rules.js';
import type { Draft } from './writing.js';
import styles from './actions.module.css';
import { t } from '../../kit/language.js';

/** The actions of a policy: a row for each app whose records it names, and for actions that it already has. */
export function Actions({ field }: { field: Fields<Draft> }) {
  const { actions, resources } = field.values;
  const named = appsOf(resources);
  const shown = ALL_APPS.filter(
    (app) => named.includes(app) || actions.some((action) => action.startsWith(`${app}:`)) || !named.length,
  );
  const everything = actions.includes('*');
  const error = field('actions').error;
  /** As few names as say it. */
  const set = (app: App, asks: readonly string[]) => {
    const others = actions.filter((action) => !action.startsWith(`${app}:`));
    const all = asks.length === ALL_ASKS.length;
    field.set('actions', [...others, ...(all ? [`${app}:*`] : asks.map((ask) => `${app}:${ask}`))]);
  };
  return (
    <fieldset className="items" aria-invalid={error ? true : undefined} tabIndex={-1}>
      <legend>{t('What')}</legend>
      <Checkbox
        label={t('Anything, whatever the app')}
        checked={everything}
        onChange={({ currentTarget }) => field.set('actions', currentTarget.checked ? ['*'] : [])}
      />
      {!everything && (
        <table className={styles.ticks}>
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden">{t('App')}</span>
              </th>
              {ALL_ASKS.map((ask) => (
                <th key={ask} scope="col">
                  {worded(ASKS[ask])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((app) => {
              const asks = asksIn(app, actions);
              return (
                <tr key={app}>
                  <th scope="row">{APPS[app]}</th>
                  {ALL_ASKS.map((ask) => (
                    <td key={ask}>
                      <Checkbox
                        aria-label={`${APPS[app]}: ${ASKS[ask]}`}
                        checked={asks.includes(ask)}
                        onChange={({ currentTarget }) =>
                          set(
                            app,
                            ALL_ASKS.filter((each) => (each === ask ? currentTarget.checked : asks.includes(each))),
                          )
                        }
                      />
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {error && <p className="scopes-error">{error}</p>}
    </fieldset>
  );
}
