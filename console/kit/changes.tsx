import { Alert, Button } from '@mantine/core';
import { worded } from './words.js';
import { Icon } from './icons.js';
import { Long } from './page.js';
import { t } from './language.js';

/** A change that somebody else made to a record while a form was open. */
export interface Change {
  name: string;
  before: unknown;
  after: unknown;
  /** It was changed in the form as well, to something else. */
  both: boolean;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changes between `base` and `record`, and `typed` with them: fields that nobody edited take the present value. */
export function changesOf<V extends object>(base: V, record: V, typed: V) {
  const names = Object.keys(base) as (keyof V & string)[];
  const now = Object.fromEntries(names.map((name) => [name, record[name]])) as V;
  const touched = (name: keyof V) => !same(typed[name], base[name]);
  const changes = names
    .filter((name) => !same(now[name], base[name]))
    .map((name): Change => {
      const both = touched(name) && !same(typed[name], now[name]);
      return { name, before: base[name], after: now[name], both };
    });
  const merged = Object.fromEntries(names.map((name) => [name, touched(name) ? typed[name] : now[name]])) as V;
  return { now, merged, changes };
}

/** Shows them, and offers to give up what was typed for what is there now. */
export const Changes = ({ of: changes, take }: { of: readonly Change[]; take: () => void }) => (
  <Alert
    color="yellow"
    variant="light"
    title={t('What changed meanwhile')}
    icon={<Icon name="alert" />}
    className="note changes"
    tabIndex={-1}
  >
    {changes.length ? (
      <ul>
        {changes.map(({ name, before, after, both }) => (
          <li key={name}>
            {worded(name)}: <del>{shown(before)}</del> → <ins>{shown(after)}</ins>
            {both && `. ${t('You changed it too: yours stands in the form, and saving replaces theirs.')}`}
          </li>
        ))}
      </ul>
    ) : (
      t('Nothing of what stands in this form. Saving keeps the other changes.')
    )}
    {changes.some(({ both }) => both) && (
      <Button mt="xs" size="compact-sm" variant="default" onClick={take}>
        {t('Take what is there now')}
      </Button>
    )}
  </Alert>
);

function shown(value: unknown) {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value);
  return text ? <Long text={text} short /> : t('nothing');
}
