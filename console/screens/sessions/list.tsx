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
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Session = Shown<'Session'>;

const FILTERS: Filter[] = [
  { name: 'status', label: t('Status'), options: ['active', 'expired', 'revoked'] },
  { name: 'user_id', label: t('User'), pick: 'usr' },
  orderBy(t('Newest first'), {
    'last_active_at:desc': t('Last seen first'),
    'created_at:asc': t('Oldest first'),
    'expires_at:asc': t('First to end'),
  }),
];

const COLUMNS: Column<Session>[] = [
  { title: t('User'), cell: ({ user_id }) => <Named of={user_id} /> },
  {
    title: t('Where'),
    cell: (session) => <span title={session.user_agent ?? undefined}>{deviceOf(session)}</span>,
    from: 'sm',
  },
  {
    title: t('How'),
    cell: (session) => (session.client_id ? <Named of={session.client_id} /> : proofOf(session)),
    width: '9.5rem',
    from: 'lg',
  },
  { title: t('Address'), cell: ({ ip_address }) => ip_address, width: '9rem', from: 'md' },
  { title: t('Last seen'), cell: (session) => <When at={session.last_active_at} />, width: '9.25rem', from: 'md' },
  {
    title: t('Status'),
    cell: ({ status, current }) => (current ? <Tag tone="good">{t('This one')}</Tag> : <Status is={status} />),
    width: '6.5rem',
    from: 'sm',
  },
  {
    title: t('Ended'),
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
      title={t('Sign this user out everywhere?')}
      button={t('Sign out everywhere')}
      work={() => suite.post('/v1/access/users/{id}/sessions/revoke', { params: { path: { id: user_id! } } })}
      done={t('They are signed out everywhere.')}
      close={close}
    >
      {rich('All sessions of {user} end at once. They can sign in again.', { user: <Named of={user_id!} /> })}
    </Confirm>
  ));
  return (
    <ListPage
      title={t('Sessions')}
      about={t('Where people are signed in, and which programs work in their name. Ended ones are kept for 90 days.')}
      list={sessions}
      filters={FILTERS}
      columns={may ? COLUMNS : COLUMNS.slice(0, -1)}
      buttons={
        may &&
        user_id && (
          <>
            <Button color="red" variant="light" onClick={end}>
              {t('Sign out everywhere')}
            </Button>
            {ending}
          </>
        )
      }
      empty={{ icon: 'clock', title: t('No sessions'), words: t('Whoever signs in shows up here.') }}
    />
  );
}
