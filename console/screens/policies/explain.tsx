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
import { t } from '../../kit/language.js';

type Question = Shown<'EvaluatePolicy'>;

/** The part of a policy that does not match a case. */
const NOT = { principal: t('person'), resource: t('record'), action: t('action'), condition: t('condition') };

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
    <Section title={t('Explain a case')}>
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
            aria-label={t('wants to')}
            data={ALL_ASKS.map((each) => ({ value: each, label: t('wants to {ask}', { ask: ASKS[each] }) }))}
            value={ask}
            onChange={({ currentTarget }) => setAsk(currentTarget.value as Ask)}
          />
          <NativeSelect
            aria-label={t('Records')}
            data={[...new Set([type, ...types])].map(typeChoice)}
            value={type}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
          <TextInput
            aria-label={t('Id of the record')}
            placeholder={t('any of them, or an id')}
            value={record}
            onChange={({ currentTarget }) => setRecord(currentTarget.value.trim())}
          />
        </div>
        <Button type="submit" variant="default" className="choose">
          {t('Explain')}
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
            explicit_deny: t('Refused.'),
            explicit_review: t('It waits for approval.'),
            explicit_allow: t('No policy refuses it, and one allows it.'),
            implicit_deny: t('No policy says anything of it: their roles decide.'),
          }[reason]
        }
      </p>
      <ul className="words">
        {own && (
          <li>
            {policy_matches
              ? deciding.includes(policy)
                ? t('This policy is about it, and decides.')
                : t('This policy is about it, but another one decides.')
              : t('This policy is not about it: it names another {unmatched}.', {
                  unmatched: listed(unmatched.map((part) => NOT[part])),
                })}
          </li>
        )}
        {others.length > 0 && (
          <li>
            {' '}
            {own && deciding.includes(policy) ? t('So do') : t('Decided by')}{' '}
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
      {reason === 'explicit_allow' && (
        <p className="soft">{t('What their roles do not give, no policy gives either.')}</p>
      )}
    </div>
  );
}
