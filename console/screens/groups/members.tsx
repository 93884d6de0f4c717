import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import {
  Dialog,
  Calm,
  type Column,
  Confirm,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Form,
  Icon,
  orderBy,
  Problem,
  type Shown,
  Status,
  suite,
  useDialog,
  useList,
  useMay,
  useRead,
  withWords,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Group = Shown<'Group'>;
type Member = Shown<'Member'>;

const FILTERS: Filter[] = [
  { name: 'status', label: t('Status'), options: ['pending', 'active', 'suspended'] },
  orderBy(t('Newest users first'), { 'display_name:asc': t('By name'), 'email:asc': t('By e-mail') }),
];

const COLUMNS: Column<Member>[] = [
  { title: t('Name'), cell: (user) => user.display_name || user.email },
  { title: 'E-mail', cell: ({ email }) => email, from: 'sm' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem', from: 'sm' },
];

/** The members of a group. */
export function Members({ of: group }: { of: Group }) {
  const members = useList('/v1/access/groups/{id}/members', { path: { id: group.id }, filters: FILTERS });
  const may = useMay()('access:write');
  const [add, adding] = useDialog((close) => <Add to={group} close={close} />);
  const button = may && (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
      {t('Add members')}
    </Button>
  );
  const columns: Column<Member>[] = may
    ? [...COLUMNS, { title: t('Membership'), cell: (user) => <Remove of={user} from={group} />, width: '7.5rem' }]
    : COLUMNS;
  return (
    <section className="part" aria-label={t('Members')}>
      <h2>{t('Members')}</h2>
      <Filters path={members.request.path} of={withWords(members.request.path, FILTERS)}>
        {button}
      </Filters>
      <DataTable
        label={t('Members')}
        list={members}
        columns={columns}
        to={({ id }) => `/users/${id}`}
        empty={
          <Empty icon="users" title={t('Nobody is in it yet')} action={button}>
            {t('Whoever you add has what the group gives at once.')}
          </Empty>
        }
      />
      {adding}
    </section>
  );
}

function Remove({ of: user, from: { id, name } }: { of: Member; from: Group }) {
  const path = { id, user_id: user.id };
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Remove {display_name}?', { display_name: user.display_name })}
      button={t('Remove')}
      work={() => suite.delete('/v1/access/groups/{id}/members/{user_id}', { params: { path } })}
      done={t('{display_name} is removed from the group.', { display_name: user.display_name })}
      close={close}
    >
      {t('What {name} gives is theirs no longer, at once.', { name })}
    </Confirm>
  ));
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        onClick={remove}
        aria-label={t('Remove {display_name}', { display_name: user.display_name })}
      >
        {t('Remove')}
      </Button>
      {removing}
    </>
  );
}

/** Milliseconds without a key pressed after which users are looked for. */
const PAUSE_MS = 200;
/** Users that are offered; whoever is not among them is found by name. */
const MAX_CHOICES = 8;

type Found = Pick<Member, 'id' | 'display_name' | 'email'>;

function Add({ to: { id, name }, close }: { to: Group; close: () => void }) {
  const [chosen, choose] = useState<Found[]>([]);
  return (
    <Dialog onClose={close} title={t('Add members to “{name}”', { name })}>
      <Form
        initial={{ user_ids: [] as string[] }}
        submit={({ user_ids }) =>
          suite.post('/v1/access/groups/{id}/members', { params: { path: { id } }, body: { user_ids } })
        }
        after={close}
        done={t('They are in the group.')}
        button={chosen.length > 1 ? t('Add {chosen}', { chosen: chosen.length }) : t('Add')}
        cancel={close}
      >
        {(field) => (
          <Choose
            chosen={chosen}
            choose={(users) => {
              choose(users);
              field.set(
                'user_ids',
                users.map((user) => user.id),
              );
            }}
            error={field('user_ids').error}
          />
        )}
      </Form>
    </Dialog>
  );
}

interface ChooseProps {
  chosen: readonly Found[];
  choose: (users: Found[]) => void;
  error?: string;
}

/** Users to tick, found by how their names and addresses begin. */
function Choose({ chosen, choose, error }: ChooseProps) {
  const [typed, type] = useState('');
  const [entered, enter] = useState(false);
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const found = useRead('/v1/access/users', {
    query: { ...(q ? { q } : { sort: 'display_name:asc' }), limit: MAX_CHOICES },
  });
  const others = found.data?.data.filter((user) => !chosen.some(({ id }) => id === user.id)) ?? [];
  const toggle = (user: Found) => {
    const without = chosen.filter(({ id }) => id !== user.id);
    choose(without.length === chosen.length ? [...chosen, user] : without);
  };
  const settled = q === typed.trim() && found.data !== undefined;
  // Enter means the first who is found, also where that is not known yet.
  useEffect(() => {
    if (!entered || !settled) return;
    enter(false);
    if (!others[0]) return;
    toggle(others[0]);
    type('');
  }, [entered, settled]);
  return (
    <>
      <TextInput
        label={t('Find')}
        placeholder={t('The beginning of a name or an address')}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          // Without a text it is the form that is meant.
          if (event.key !== 'Enter' || !typed.trim()) return;
          event.preventDefault();
          enter(true);
        }}
      />
      {found.error && <Problem error={found.error} />}
      <fieldset className="choices" aria-invalid={error ? true : undefined} tabIndex={-1}>
        <legend className="hidden">{t('Users')}</legend>
        {[...chosen, ...others].map((user) => (
          <Checkbox
            key={user.id}
            label={user.display_name || user.email}
            description={user.email}
            checked={chosen.includes(user)}
            onChange={() => toggle(user)}
          />
        ))}
        {found.data && !others.length && !chosen.length && <Calm icon="search">{t('No results')}</Calm>}
      </fieldset>
      {error && <p className="scopes-error">{error}</p>}
    </>
  );
}
