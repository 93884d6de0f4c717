import { NativeSelect } from '@mantine/core';
import { type Fields, PickOne, useRead } from '../../kit/index.js';
import { Items } from './items.js';
import type { Principal } from './rules.js';
import type { Draft } from './writing.js';
import { t } from '../../kit/language.js';

/** The kind of the form for `oauth_client` with the id `any`. */
const ANY_APP = 'any_app';

const KINDS = [
  { value: 'group', label: t('Members of the group') },
  { value: 'role', label: t('Those with the role') },
  { value: 'user', label: t('The user') },
  { value: 'api_key', label: t('The API key') },
  { value: 'oauth_client', label: t('What comes through the app') },
  { value: ANY_APP, label: t('What comes through any app') },
  { value: 'any', label: t('Everybody') },
];

/** The principals of a policy. */
export const Principals = ({ field }: { field: Fields<Draft> }) => (
  <Items
    legend={t('Whom it is about')}
    add={t('Add somebody')}
    items={field.values.principals}
    fresh={{ type: 'group', id: '' }}
    onChange={(principals) => field.set('principals', principals)}
    error={field.at('principals')}
  >
    {(principal, set, index) => <OnePrincipal of={principal} set={set} error={field.at(`principals[${index}].id`)} />}
  </Items>
);

const APPROVERS = KINDS.filter(({ value }) => ['group', 'role', 'user'].includes(value));

/** The approvers of a policy, and the number of approvals that a change needs. */
export const Approvers = ({ field }: { field: Fields<Draft> }) => (
  <>
    <Items
      legend={t('Who approves')}
      add={t('Add an approver')}
      items={field.values.approvers ?? []}
      fresh={{ type: 'role' as const, id: '' }}
      onChange={(approvers) => field.set('approvers', approvers)}
      error={field.at('approvers')}
    >
      {(approver, set, index) => (
        <OnePrincipal
          of={approver}
          kinds={APPROVERS}
          set={(changed) => set(changed as typeof approver)}
          error={field.at(`approvers[${index}].id`)}
        />
      )}
    </Items>
    <NativeSelect
      label={t('How many approve')}
      data={['1', '2', '3']}
      value={String(field.values.approvals ?? 1)}
      onChange={({ currentTarget }) => field.set('approvals', Number(currentTarget.value))}
      error={field.at('approvals')}
    />
  </>
);

interface OneProps {
  of: Principal;
  kinds?: typeof KINDS;
  set: (principal: Principal) => void;
  error?: string;
}

/** One of them: what kind it is, and which. */
export function OnePrincipal({ of: { type, id = '' }, kinds = KINDS, set, error }: OneProps) {
  const change = (to: string) => set({ type, id: to });
  return (
    <>
      <NativeSelect
        aria-label={t('Kind')}
        data={kinds}
        value={type === 'oauth_client' && id === 'any' ? ANY_APP : type}
        onChange={({ currentTarget: { value } }) =>
          set(value === ANY_APP ? { type: 'oauth_client', id: 'any' } : { type: value as Principal['type'], id: '' })
        }
      />
      {type === 'role' && <Role value={id} onChange={change} error={error} />}
      {type === 'user' && <PickOne of="usr" aria-label={t('User')} value={id} onChange={change} error={error} />}
      {type === 'group' && <PickOne of="grp" aria-label={t('Group')} value={id} onChange={change} error={error} />}
      {type === 'oauth_client' && id !== 'any' && (
        <PickOne of="cli" aria-label={t('App')} value={id} onChange={change} error={error} />
      )}
      {type === 'api_key' && <PickOne of="key" aria-label={t('API key')} value={id} onChange={change} error={error} />}
    </>
  );
}

function Role({ value, onChange, error }: { value: string; onChange: (role: string) => void; error?: string }) {
  const { data } = useRead('/v1/access/roles');
  const names = data?.data.map(({ name }) => name) ?? [];
  return (
    <NativeSelect
      aria-label={t('Role')}
      data={['', ...new Set([...names, ...(value ? [value] : [])])]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
