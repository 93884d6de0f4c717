import { ConditionEditor, conditionFieldsOf, type Fields, useCatalogue } from '../../kit/index.js';
import { ALL_APPS, asksIn } from './rules.js';
import type { Draft } from './writing.js';
import { t } from '../../kit/language.js';

type Condition = Record<string, unknown>;

const SIDES = ['before', 'after'] as const;

/** The condition of a policy, on the record before and after a change. */
export function Where({ field }: { field: Fields<Draft> }) {
  const { resources, actions, when } = field.values;
  const known = useCatalogue()?.types ?? [];
  const types = resources.flatMap(({ type }) =>
    type.endsWith('.*') ? known.filter((each) => each.startsWith(type.slice(0, -1))) : type,
  );
  // Reading, deleting and exporting leave no changed record.
  const leavesOne = ALL_APPS.some((app) => asksIn(app, actions).some((ask) => ask === 'write' || ask === 'share'));
  const fields = conditionFieldsOf(types);
  const shown = SIDES.filter((side) => when?.[side] || (fields.length > 0 && (side === 'before' || leavesOne)));
  if (!shown.length) return null;
  const set = (side: string, part: Condition | undefined) => {
    const { [side]: _, ...other } = when ?? {};
    const next = part ? { ...other, [side]: part } : other;
    field.set('when', Object.keys(next).length ? next : null);
  };
  const error = field.at('when');
  return (
    <fieldset className="items">
      <legend>{t('Only where')}</legend>
      {shown.map((side) => (
        <ConditionEditor
          key={side}
          label={side === 'after' ? t('After the change') : leavesOne ? t('Before the change') : t('The record has')}
          fields={fields}
          of={when?.[side] as Condition | undefined}
          set={(part) => set(side, part)}
          error={field.within(`when.${side}`)}
        />
      ))}
      {error && (
        <p className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
