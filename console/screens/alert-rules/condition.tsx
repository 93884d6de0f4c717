import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { auditedFieldsOf, ConditionEditor, type Fields, typeChoice, useCatalogue } from '../../kit/index.js';
import type { Rule } from './words.js';
import type { Draft } from './writing.js';
import { t } from '../../kit/language.js';

type Parts = Rule['condition'];
type Change = NonNullable<Parts['change']>;

/** The kinds of change of a field. */
const CHANGES = [
  { value: 'any', label: t('changes') },
  { value: 'to', label: t('becomes one of') },
  { value: 'lowered', label: t('becomes less') },
  { value: 'absent', label: t('is not mentioned') },
];

const SIDES = ['before', 'after'] as const;

/** The fields that a condition on these entries may name. None, as long as nothing says what records they are about. */
const fieldsOf = ({ resource_type, actions = [] }: Parts) =>
  auditedFieldsOf((type) => {
    const covers = (pattern: string) =>
      pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
    const isAbout = (action: string) =>
      action.startsWith(`${type}.`) || (action.endsWith('*') && `${type}.`.startsWith(action.slice(0, -1)));
    if (resource_type && !covers(resource_type)) return false;
    return actions.length ? actions.some(isAbout) : Boolean(resource_type);
  });

/** Which entries count: those that meet each part that is filled. */
export function Condition({ field }: { field: Fields<Draft> }) {
  const { condition } = field.values;
  const known = useCatalogue();
  const set = (parts: Parts) => field.set('condition', { ...condition, ...parts });
  const fields = fieldsOf(condition);
  const error = field.at('condition');
  return (
    <fieldset className="items">
      <legend>{t('Which entries of the audit log count')}</legend>
      <div className="stack wide">
        <TagsInput
          label={t('Actions')}
          description={t('One of these; * at the end stands for all that begin like it')}
          placeholder={condition.actions?.length ? '' : t('Any action')}
          data={known?.actions ?? []}
          value={condition.actions ?? []}
          onChange={(actions) => set({ actions })}
          error={field.within('condition.actions')}
          acceptValueOnBlur
          limit={200}
        />
        <div className="item item-top">
          <NativeSelect
            label={t('How it ended')}
            data={[
              { value: '', label: t('In any way') },
              { value: 'success', label: t('It succeeded') },
              { value: 'denied', label: t('It was refused') },
              { value: 'failure', label: t('It failed') },
            ]}
            value={condition.outcome ?? ''}
            onChange={({ currentTarget }) => set({ outcome: (currentTarget.value || undefined) as Parts['outcome'] })}
            error={field.at('condition.outcome')}
          />
          <NativeSelect
            label={t('Records')}
            data={[{ value: '', label: t('Any') }, ...(known?.types ?? []).map(typeChoice)]}
            value={condition.resource_type ?? ''}
            onChange={({ currentTarget }) => set({ resource_type: currentTarget.value })}
            error={field.at('condition.resource_type')}
          />
          <TextInput
            label={t('Caller')}
            placeholder={t('Anybody, or an id')}
            value={condition.actor_id ?? ''}
            onChange={({ currentTarget }) => set({ actor_id: currentTarget.value.trim() })}
            error={field.at('condition.actor_id')}
          />
        </div>
        <TagsInput
          label={t('From elsewhere than')}
          placeholder={condition.ip_not_in?.length ? '' : '10.0.0.0/8'}
          value={condition.ip_not_in ?? []}
          onChange={(ip_not_in) => set({ ip_not_in })}
          error={field.within('condition.ip_not_in')}
          acceptValueOnBlur
        />
        {SIDES.filter((side) => condition.when?.[side] || fields.length > 0).map((side) => (
          <ConditionEditor
            key={side}
            label={side === 'after' ? t('After the change') : t('Before the change')}
            fields={fields}
            of={condition.when?.[side]}
            set={(part) => set({ when: { ...condition.when, [side]: part } })}
            error={field.within(`condition.when.${side}`)}
          />
        ))}
        <Changed of={condition.change} set={(change) => set({ change })} error={field.within('condition.change')} />
      </div>
      {error && (
        <p className="scopes-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Changed({ of, set, error }: { of?: Change; set: (change?: Change) => void; error?: string }) {
  const kind = of?.to ? 'to' : of?.lowered ? 'lowered' : of?.absent ? 'absent' : 'any';
  return (
    <div className="item item-top">
      <TextInput
        label={t('Field that changes')}
        placeholder={t('Any, or such as roles')}
        value={of?.field ?? ''}
        onChange={({ currentTarget }) =>
          set(currentTarget.value ? { ...of, field: currentTarget.value.trim() } : undefined)
        }
        error={error}
      />
      {of && (
        <NativeSelect
          label={t('What it does')}
          data={CHANGES}
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            set({ field: of.field, ...(value === 'to' ? { to: [] } : value !== 'any' && { [value]: true }) })
          }
        />
      )}
      {kind === 'to' && (
        <TagsInput label={t('Values')} value={of!.to} onChange={(to) => set({ ...of!, to })} acceptValueOnBlur />
      )}
    </div>
  );
}
