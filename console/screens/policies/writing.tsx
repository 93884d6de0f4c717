import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Fields, Form, type FormProps, Section, type Shown, TextArea, type Tried } from '../../kit/index.js';
import WouldChange from '../../kit/preview/would-change.js';
import { Actions } from './actions.js';
import { Approvers, Principals } from './principals.js';
import { Records } from './records.js';
import { Idle, Sentence } from './sentence.js';
import { TryIt } from './simulation.js';
import { Where } from './where.js';
import { t } from '../../kit/language.js';

export type Draft = Required<Pick<Shown<'CreatePolicy'>, 'name' | 'effect' | 'principals' | 'resources' | 'actions'>> &
  Pick<Shown<'CreatePolicy'>, 'when' | 'approvers' | 'approvals' | 'expires_in_hours'>;

/** The fields of a policy that people write. */
export const draftOf = ({
  name,
  effect,
  principals,
  resources,
  actions,
  when,
  approvers,
  approvals,
  expires_in_hours,
}: Draft): Draft => ({ name, effect, principals, resources, actions, when, approvers, approvals, expires_in_hours });

export const NOTHING: Draft = {
  name: '',
  effect: 'deny',
  principals: [{ type: 'group', id: '' }],
  resources: [{ type: 'office.*' }],
  actions: [],
};

interface WritingProps {
  initial: Draft;
  /** Drafts that it can begin with. */
  templates?: readonly Draft[];
  of?: FormProps<Draft, Shown<'Policy'>>['of'];
  submit: FormProps<Draft, Shown<'Policy'>>['submit'];
  /** The request that saves a draft. Default: it is a new one, which changes nothing until it is active. */
  tries?: (draft: Draft) => Tried;
  after: (policy: Shown<'Policy'>) => void;
  done: string;
  button: string;
  cancel: () => void;
}

/** Writes a policy, as a sentence or as JSON, and shows beside it what it says and what it would have refused. */
export function Writing({ initial, templates, submit, tries, ...rest }: WritingProps) {
  const [view, setView] = useState('sentence');
  return (
    <Form initial={initial} submit={(draft, header, base) => submit(sent(draft), header, base)} {...rest}>
      {(field) => (
        <div className="beside">
          <div className="stack">
            {templates && (
              <NativeSelect
                label={t('Begin with')}
                value={templates.find(({ name }) => name === field.values.name)?.name ?? ''}
                onChange={({ currentTarget }) =>
                  field.replace(templates.find(({ name }) => name === currentTarget.value) ?? initial)
                }
                data={[{ value: '', label: t('A policy of your own') }, ...templates.map(({ name }) => name)]}
              />
            )}
            <SegmentedControl
              aria-label={t('How to write it')}
              value={view}
              onChange={setView}
              data={[
                { value: 'sentence', label: t('As a sentence') },
                { value: 'json', label: t('As JSON') },
              ]}
              className="choose"
            />
            {view === 'json' ? <Json field={field} /> : <Words field={field} />}
          </div>
          <div className="stack beside-part">
            <Section title={t('What it says')}>
              <p className="sentence" aria-live="polite">
                <Sentence of={field.values} />
              </p>
              <Idle of={field.values} />
            </Section>
            {tries && <Preview of={tries(sent(field.values))} />}
            <TryIt policy={sent(field.values)} />
          </div>
        </div>
      )}
    </Form>
  );
}

/** The fields that saving would change, or why it would be refused. It is asked for, because a dry run counts as a write. */
function Preview({ of }: { of: Tried }) {
  const [asked, ask] = useState<Tried | null>(null);
  const isOld = asked !== null && JSON.stringify(asked) !== JSON.stringify(of);
  return (
    <Section title={t('What saving would change')}>
      <div className="stack">
        <div>
          <Button variant="default" onClick={() => ask(of)}>
            {t('Preview')}
          </Button>
        </div>
        {asked &&
          (isOld ? (
            <p className="hint">{t('The policy has changed since. Preview it again.')}</p>
          ) : (
            <WouldChange of={asked} />
          ))}
      </div>
    </Section>
  );
}

function Words({ field }: { field: Fields<Draft> }) {
  return (
    <>
      <TextInput label={t('Name')} placeholder={t('Contractors take nothing with them')} {...field('name')} />
      <Principals field={field} />
      <div role="group" aria-label={t('Effect')}>
        <SegmentedControl
          value={field.values.effect}
          onChange={(effect) => field.set('effect', effect as Draft['effect'])}
          data={[
            { value: 'deny', label: t('may not') },
            { value: 'review', label: t('must ask') },
            { value: 'allow', label: t('may') },
          ]}
          className="choose"
        />
        {field.values.effect === 'allow' && (
          <p className="hint">
            {t('It gives nobody a right, and refuses nothing: it only counts when a case is explained.')}
          </p>
        )}
      </div>
      <Actions field={field} />
      <Records field={field} />
      <Where field={field} />
      {field.values.effect === 'review' && <Approvers field={field} />}
    </>
  );
}

/** The same as the API takes it. What cannot be read stays where it was typed. */
function Json({ field }: { field: Fields<Draft> }) {
  const [read, setRead] = useState(field.values);
  const [text, setText] = useState(() => JSON.stringify(field.values, null, 2));
  const [wrong, setWrong] = useState('');
  // Values that came from elsewhere, such as another person's change, are shown.
  if (field.values !== read) {
    setRead(field.values);
    setText(JSON.stringify(field.values, null, 2));
  }
  const type = (typed: string) => {
    setText(typed);
    try {
      const { name = '', effect = 'deny', ...rules } = JSON.parse(typed) as Draft;
      const lists = [rules.principals, rules.resources, rules.actions];
      if (!lists.every((list) => Array.isArray(list) && !list.includes(null as never)))
        throw new Error(t('principals, resources and actions are lists.'));
      const draft = draftOf({ ...rules, name: String(name), effect });
      setRead(draft);
      field.replace(draft);
      setWrong('');
    } catch (error) {
      setWrong((error as Error).message);
    }
  };
  const refused = field.problems.map(({ message }) => message).join(' ');
  return (
    <TextArea
      label={t('Policy')}
      description={t('What the form shows follows what you type, as far as it can be read.')}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      error={wrong ? t('This cannot be read: {wrong}', { wrong }) : refused || undefined}
      spellCheck={false}
      minRows={14}
      maxRows={30}
      classNames={{ input: 'mono' }}
    />
  );
}

/** Without the empty parts that the form has while it is being filled. */
const sent = (draft: Draft): Draft => ({
  ...draft,
  approvers: draft.effect === 'review' ? draft.approvers : [],
  principals: draft.principals.map(({ type, id }) => (id ? { type, id } : { type })),
  resources: draft.resources.map(({ type, tag, id }) => ({ type, ...(tag && { tag }), ...(id && { id }) })),
});
