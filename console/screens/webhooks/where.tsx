import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConditionEditor, conditionFieldsOf, type Fields, useEventTypes } from '../../kit/index.js';
import { partsOf } from '../../kit/concerns.js';
import { names } from '../../kit/event-types.js';
import { t } from '../../kit/language.js';

type Conditions = Record<string, unknown>;

/** Conditions by type of event, without those of events that are not chosen any more. */
export const whereOf = ({ events, where }: { events: readonly string[]; where: Conditions }): Conditions =>
  Object.fromEntries(Object.entries(where).filter(([type]) => names(events, type)));

/** A deleted record has nothing to be compared with. */
const takesConditions = (type: string): boolean => {
  const { resource, verb } = partsOf(type);
  return verb !== 'deleted' && conditionFieldsOf([resource]).length > 0;
};

/** Which records each of the chosen events has to be about: the others are not sent. */
export function Where({ field }: { field: Fields<{ events: string[]; where: Conditions }> }) {
  const { events, where } = field.values;
  const [begun, begin] = useState<string[]>([]);
  const known = useEventTypes()?.flatMap(([, own]) => own) ?? [];
  const chosen = known.filter(({ type }) => names(events, type) && (type in where || takesConditions(type)));
  const isShown = ({ type }: { type: string }) => type in where || begun.includes(type);
  if (!chosen.length) return null;
  const set = (type: string, condition: Conditions | undefined) => {
    const { [type]: _, ...others } = where;
    field.set('where', condition ? { ...others, [type]: condition } : others);
  };
  const others = chosen.filter((each) => !isShown(each));
  const error = field.at('where');
  return (
    <fieldset className="items">
      <legend>{t('Only where')}</legend>
      {chosen.filter(isShown).map(({ type, title }) => (
        <ConditionEditor
          key={type}
          label={title}
          fields={conditionFieldsOf([partsOf(type).resource])}
          of={where[type] as Conditions | undefined}
          set={(condition) => set(type, condition)}
          error={field.within(`where.${type}`)}
        />
      ))}
      {others.length > 0 && (
        <NativeSelect
          aria-label={t('Event with a condition')}
          value=""
          data={[
            { value: '', label: t('Add a condition to an event') },
            ...others.map(({ type, title }) => ({ value: type, label: title })),
          ]}
          onChange={({ currentTarget: { value } }) => begin([...begun, value])}
        />
      )}
      {error && (
        <p className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
