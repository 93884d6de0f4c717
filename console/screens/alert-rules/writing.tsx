import { Checkbox, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { type Fields, Form, type FormProps, Section, type Shown, TextArea, worded } from '../../kit/index.js';
import { sentNumber } from '../../kit/locale.js';
import { Condition } from './condition.js';
import { GROUPS, InWords, minutes, type Rule, SEVERITIES } from './words.js';
import { t } from '../../kit/language.js';

/** Numbers are as they are until somebody types at them. */
export interface Draft extends Pick<
  Rule,
  'name' | 'description' | 'severity' | 'condition' | 'group_by' | 'runbook' | 'mail_admins' | 'tags'
> {
  threshold: number | string;
  window_minutes: number | string;
  dedup_minutes: number | string;
}

export const NOTHING: Draft = {
  name: '',
  description: '',
  severity: 'medium',
  condition: { actions: [] },
  threshold: 1,
  window_minutes: 60,
  group_by: 'none',
  dedup_minutes: 60,
  runbook: '',
  mail_admins: false,
  tags: [],
};

export const draftOf = (rule: Rule): Draft =>
  Object.fromEntries(Object.keys(NOTHING).map((name) => [name, rule[name as keyof Draft]])) as unknown as Draft;

interface WritingProps {
  initial: Draft;
  /** The rule that is changed; without one a new one is made. */
  of?: FormProps<Draft, Rule>['of'];
  submit: (body: Shown<'CreateAlertRule'>, header: { 'If-Match'?: string }) => Promise<Rule>;
  after: (rule: Rule) => void;
  done: string;
  button: string;
  cancel: () => void;
}

/** Writes a rule, and shows beside it what it says. */
export const Writing = ({ initial, submit, ...rest }: WritingProps) => (
  <Form initial={initial} submit={(draft, header) => submit(sent(draft), header)} {...rest}>
    {(field) => (
      <div className="beside">
        <div className="stack">
          <div className="item item-top">
            <TextInput label={t('Name')} placeholder={t('Many deletions')} {...field('name')} />
            <NativeSelect
              label={t('Severity')}
              data={SEVERITIES.map((value) => ({ value, label: worded(value) }))}
              {...field('severity')}
            />
          </div>
          <Condition field={field} />
          <HowMany field={field} />
          <WhatThen field={field} />
        </div>
        <div className="stack beside-part">
          <Section title={t('What makes an alert')}>
            <p className="sentence" aria-live="polite">
              <InWords of={counting(field.values)} />
            </p>
          </Section>
        </div>
      </div>
    )}
  </Form>
);

const HowMany = ({ field }: { field: Fields<Draft> }) => (
  <fieldset className="items">
    <legend>{t('How many make an alert')}</legend>
    <div className="item item-top">
      <TextInput label={t('Entries')} inputMode="numeric" {...field('threshold')} />
      <TextInput label={t('Within minutes')} inputMode="numeric" {...field('window_minutes')} />
      <NativeSelect
        label={t('Counted')}
        data={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
        {...field('group_by')}
      />
    </div>
  </fieldset>
);

const WhatThen = ({ field }: { field: Fields<Draft> }) => (
  <fieldset className="items">
    <legend>{t('What then')}</legend>
    <div className="item item-top">
      <TextInput
        label={t('Minutes in which more is added to the alert')}
        description={
          Number(field.values.dedup_minutes)
            ? t('{minutes} from its start', { minutes: minutes(Number(field.values.dedup_minutes)) })
            : ' '
        }
        inputMode="numeric"
        {...field('dedup_minutes')}
      />
    </div>
    <Checkbox label={t('Mail to the admins of security')} {...field.checked('mail_admins')} />
    <div className="stack wide">
      <TextArea
        label={t('What to do about it')}
        placeholder={t('Ask the caller; suspend the key.')}
        {...field('runbook')}
      />
      <TextArea label={t('What it is for')} {...field('description')} />
      <TagsInput label={t('Tags')} {...field('tags')} />
    </div>
  </fieldset>
);

const counting = (draft: Draft) => ({
  ...draft,
  threshold: Number(number(draft.threshold)) || 1,
  window_minutes: Number(number(draft.window_minutes)) || 60,
});

/** Text that is no number is sent as it was typed, so that the server refuses it. */
const number = (typed: number | string) => (typeof typed === 'number' ? typed : (sentNumber(typed) as number));

/** Without the empty parts that the form has while it is being filled. */
function sent({ condition, threshold, window_minutes, dedup_minutes, ...draft }: Draft): Shown<'CreateAlertRule'> {
  const { before, after } = condition.when ?? {};
  const when = before === undefined && after === undefined ? undefined : condition.when;
  const parts = Object.entries({ ...condition, when }).filter(
    ([, part]) => part !== '' && !(Array.isArray(part) && !part.length),
  );
  return {
    ...draft,
    condition: Object.fromEntries(parts),
    threshold: number(threshold),
    window_minutes: number(window_minutes),
    dedup_minutes: number(dedup_minutes),
  };
}
