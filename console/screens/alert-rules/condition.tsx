import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Fields, typeChoice, useCatalogue } from '../../kit/index.js';
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

/** Which entries count: those that meet each part that is filled. */
export function Condition({ field }: { field: Fields<Draft> }) {
  const { condition } = field.values;
  const known = useCatalogue();
  const set = (parts: Parts) => field.set('condition', { ...condition, ...parts });
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
        <div className="item item-top">
          {(['before', 'after'] as const).map((side) => (
            <Json
              key={side}
              label={t('Changed fields {side}', { side })}
              placeholder={side === 'after' ? '{"status": "inactive"}' : t('Any')}
              of={condition.when?.[side]}
              set={(part) => set({ when: { ...condition.when, [side]: part } })}
              error={field.within(`condition.when.${side}`)}
            />
          ))}
        </div>
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

interface JsonProps {
  label: string;
  placeholder: string;
  of?: object;
  set: (value?: Record<string, unknown>) => void;
  error?: string;
}

/** Text that is no JSON is sent as it was typed, so that the server refuses it. */
function Json({ label, placeholder, of, set, error }: JsonProps) {
  const [text, setText] = useState(of ? JSON.stringify(of) : '');
  const change = (typed: string) => {
    setText(typed);
    set(typed.trim() ? parsed(typed) : undefined);
  };
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      error={error}
    />
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return text as never;
  }
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
