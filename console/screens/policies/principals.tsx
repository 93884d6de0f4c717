import { NativeSelect } from '@mantine/core';
import { type Fields, PickOne, useRead } from '../../kit/index.js';
import { Items } from './items.js';
import type { Principal } from './rules.js';
import type { Draft } from './writing.js';

/** The kind of the form for `oauth_client` with the id `any`. */
const ANY_APP = 'any_app';

const KINDS = [
  { value: 'group', label: 'Members of the group' },
  { value: 'role', label: 'Those with the role' },
  { value: 'user', label: 'The user' },
  { value: 'api_key', label: 'The API key' },
  { value: 'oauth_client', label: 'What comes through the app' },
  { value: ANY_APP, label: 'What comes through any app' },
  { value: 'any', label: 'Everybody' },
];

/** The principals of a policy. */
export const Principals = ({ field }: { field: Fields<Draft> }) => (
  <Items
    legend="Whom it is about"
    add="Add somebody"
    items={field.values.principals}
    fresh={{ type: 'group', id: '' }}
    onChange={(principals) => field.set('principals', principals)}
    error={field.at('principals')}
  >
    {(principal, set, index) => <OnePrincipal of={principal} set={set} error={field.at(`principals[${index}].id`)} />}
  </Items>
);

interface OneProps {
  of: Principal;
  set: (principal: Principal) => void;
  error?: string;
}

/** One of them: what kind it is, and which. */
export function OnePrincipal({ of: { type, id = '' }, set, error }: OneProps) {
  const change = (to: string) => set({ type, id: to });
  return (
    <>
      <NativeSelect
        aria-label="Kind"
        data={KINDS}
        value={type === 'oauth_client' && id === 'any' ? ANY_APP : type}
        onChange={({ currentTarget: { value } }) =>
          set(value === ANY_APP ? { type: 'oauth_client', id: 'any' } : { type: value as Principal['type'], id: '' })
        }
      />
      {type === 'role' && <Role value={id} onChange={change} error={error} />}
      {type === 'user' && <PickOne of="usr" aria-label="User" value={id} onChange={change} error={error} />}
      {type === 'group' && <PickOne of="grp" aria-label="Group" value={id} onChange={change} error={error} />}
      {type === 'oauth_client' && id !== 'any' && (
        <PickOne of="cli" aria-label="App" value={id} onChange={change} error={error} />
      )}
      {type === 'api_key' && <PickOne of="key" aria-label="API key" value={id} onChange={change} error={error} />}
    </>
  );
}

function Role({ value, onChange, error }: { value: string; onChange: (role: string) => void; error?: string }) {
  const { data } = useRead('/v1/access/roles');
  const names = data?.data.map(({ name }) => name) ?? [];
  return (
    <NativeSelect
      aria-label="Role"
      data={['', ...new Set([...names, ...(value ? [value] : [])])]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  );
}
