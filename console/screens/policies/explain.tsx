import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  appOf,
  listed,
  Loading,
  Named,
  Problem,
  Section,
  type Shown,
  SuiteError,
  typeChoice,
  useAsk,
  useCatalogue,
} from '../../kit/index.js';
import { OnePrincipal } from './principals.js';
import { ALL_ASKS, appsOf, type Ask, ASKS, type Principal, type Rules } from './rules.js';

type Question = Shown<'EvaluatePolicy'>;

/** The part of a policy that does not match a case. */
const NOT = { principal: 'person', resource: 'record', action: 'action', condition: 'condition' };

interface ExplainProps {
  /** The id of the policy. */
  id: string;
  /** Of it, as if it were active; without it of those that are. */
  of?: Rules;
}

/** Asks what policies come to in one case. */
export function Explain({ id, of }: ExplainProps) {
  const types = useCatalogue()?.types ?? [];
  const { resources = [], actions = [] } = of ?? {};
  const first = appsOf(resources).length ? resources.find(({ type }) => appsOf([{ type }]).length)!.type : '';
  const [principal, setPrincipal] = useState<Principal>({ type: 'user', id: '' });
  const [ask, setAsk] = useState<Ask>(
    () => ALL_ASKS.find((each) => actions.some((action) => action.endsWith(`:${each}`))) ?? 'read',
  );
  const [chosen, choose] = useState('');
  const [record, setRecord] = useState('');
  const [asked, put] = useState<Question | null>(null);
  const type =
    chosen ||
    (first.endsWith('.*') ? types.find((each) => each.startsWith(first.slice(0, -1))) : first) ||
    'office.document';
  return (
    <Section title="Explain a case">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          put({
            principal: principal.id ? principal : { type: principal.type },
            action: `${appOf(type)}:${ask}`,
            resource: { type, ...(record && { id: record }) },
          });
        }}
      >
        <div className="item">
          <OnePrincipal of={principal} set={setPrincipal} />
        </div>
        <div className="item">
          <NativeSelect
            aria-label="wants to"
            data={ALL_ASKS.map((each) => ({ value: each, label: `wants to ${ASKS[each]}` }))}
            value={ask}
            onChange={({ currentTarget }) => setAsk(currentTarget.value as Ask)}
          />
          <NativeSelect
            aria-label="Records"
            data={[...new Set([type, ...types])].map(typeChoice)}
            value={type}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <TextInput
            aria-label="Id of the record"
            placeholder="any of them, or an id"
            value={record}
            onChange={({ currentTarget }) => setRecord(currentTarget.value.trim())}
          />
        </div>
        <Button type="submit" variant="default" className="choose">
          Explain
        </Button>
        {asked && <Answer policy={id} own={of !== undefined} to={asked} />}
      </form>
    </Section>
  );
}

function Answer({ policy, own, to }: { policy: string; own: boolean; to: Question }) {
  const { data, error } = useAsk('/v1/guard/policies/{id}/evaluate', to, { path: { id: policy } });
  if (error)
    return (
      <Problem error={error}>
        <ul>
          {error instanceof SuiteError && error.details.map(({ field, message }) => <li key={field}>{message}</li>)}
        </ul>
      </Problem>
    );
  if (!data) return <Loading rows={2} />;
  const { reason, deciding_policies: deciding, policy_matches, unmatched } = data;
  const others = own ? deciding.filter((id) => id !== policy) : deciding;
  return (
    <div className="stack" role="status">
      <p
        className={`verdict verdict-${{ explicit_deny: 'bad', explicit_review: 'none', explicit_allow: 'good', implicit_deny: 'none' }[reason]}`}
      >
        {
          {
            explicit_deny: 'Refused.',
            explicit_review: 'It waits for approval.',
            explicit_allow: 'No policy refuses it, and one allows it.',
            implicit_deny: 'No policy says anything of it: their roles decide.',
          }[reason]
        }
      </p>
      <ul className="words">
        {own && (
          <li>
            {policy_matches
              ? `This policy is about it${deciding.includes(policy) ? ', and decides' : ', but another one decides'}.`
              : `This policy is not about it: it names another ${listed(unmatched.map((part) => NOT[part]))}.`}
          </li>
        )}
        {others.length > 0 && (
          <li>
            {own && deciding.includes(policy) ? 'So do ' : 'Decided by '}
            {others.map((id, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <Named of={id} />
              </span>
            ))}
            .
          </li>
        )}
      </ul>
      {reason === 'explicit_allow' && <p className="soft">What their roles do not give, no policy gives either.</p>}
    </div>
  );
}
