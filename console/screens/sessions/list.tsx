import { Button } from '@mantine/core';
import {
  type Column,
  Confirm,
  type Filter,
  ListPage,
  Named,
  orderBy,
  type Shown,
  Status,
  suite,
  Tag,
  useDialog,
  useFilters,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { deviceOf } from './device.js';
import { proofOf } from './proof.js';
import { SignOut } from './sign-out.js';

type Session = Shown<'Session'>;

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'expired', 'revoked'] },
  { name: 'user_id', label: 'User', pick: 'usr' },
  orderBy('Newest first', {
    'last_active_at:desc': 'Last seen first',
    'created_at:asc': 'Oldest first',
    'expires_at:asc': 'First to end',
  }),
];

const COLUMNS: Column<Session>[] = [
  { title: 'User', cell: ({ user_id }) => <Named of={user_id} /> },
  {
    title: 'Where',
    cell: (session) => <span title={session.user_agent ?? undefined}>{deviceOf(session)}</span>,
    from: 'sm',
  },
  {
    title: 'How',
    cell: (session) => (session.client_id ? <Named of={session.client_id} /> : proofOf(session)),
    width: '9.5rem',
    from: 'lg',
  },
  { title: 'Address', cell: ({ ip_address }) => ip_address, width: '9rem', from: 'md' },
  { title: 'Last seen', cell: (session) => <When at={session.last_active_at} />, width: '9.25rem', from: 'md' },
  {
    title: 'Status',
    cell: ({ status, current }) => (current ? <Tag tone="good">This one</Tag> : <Status is={status} />),
    width: '6.5rem',
    from: 'sm',
  },
  {
    title: 'Ended',
    cell: (session) => (session.status === 'active' ? <SignOut of={session} /> : <When at={session.ended_at} />),
    width: '8.5rem',
  },
];

export default function Sessions() {
  const sessions = useList('/v1/access/sessions', { filters: FILTERS });
  const [{ user_id }] = useFilters(['user_id']);
  const may = useMay()('access:write');
  const [end, ending] = useDialog((close) => (
    <Confirm
      title="Sign this user out everywhere?"
      button="Sign out everywhere"
      work={() => suite.post('/v1/access/users/{id}/sessions/revoke', { params: { path: { id: user_id! } } })}
      done="They are signed out everywhere."
      close={close}
    >
      All sessions of <Named of={user_id!} /> end at once. They can sign in again.
    </Confirm>
  ));
  return (
    <ListPage
      title="Sessions"
      about="Where people are signed in, and which programs work in their name. Ended ones are kept for 90 days."
      list={sessions}
      filters={FILTERS}
      columns={may ? COLUMNS : COLUMNS.slice(0, -1)}
      buttons={
        may &&
        user_id && (
          <>
            <Button color="red" variant="light" onClick={end}>
              Sign out everywhere
            </Button>
            {ending}
          </>
        )
      }
      empty={{ icon: 'clock', title: 'No sessions', words: 'Whoever signs in shows up here.' }}
    />
  );
}
