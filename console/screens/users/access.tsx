import { Button, NativeSelect } from '@mantine/core';
import {
  Dialog,
  Calm,
  Confirm,
  Form,
  Icon,
  Id,
  inWords,
  roleName,
  Roles,
  Section,
  type Shown,
  suite,
  Tag,
  useDialog,
  useMay,
  useRead,
  worded,
} from '../../kit/index.js';
import { inSentence, t } from '../../kit/language.js';

type User = Shown<'User'>;
type Group = User['groups'][number];

/** The access of a user: their own roles, the roles of their groups, and the groups. */
export function UserAccess({ of: user }: { of: User }) {
  // The API answers all groups of a workspace at once.
  const { data } = useRead('/v1/access/groups');
  const roles = useRead('/v1/access/roles');
  const given = (role: string) =>
    data?.data.filter((group) => group.roles.includes(role as never) && user.groups.some(({ id }) => id === group.id));
  const may = useMay()('access:write');
  const [add, adding] = useDialog((close) => (
    <AddToGroup
      of={user}
      groups={data?.data.filter(({ id }) => !user.groups.some((own) => own.id === id)) ?? []}
      close={close}
    />
  ));
  const fromGroups = user.effective_roles.filter((role) => !user.roles.includes(role) || given(role)?.length);
  const scopes = new Set(
    roles.data?.data.flatMap((role) => (user.effective_roles.includes(role.name as never) ? role.scopes : [])),
  );
  return (
    <>
      <div className="cards cards-two part">
        <Section title={t('Roles of their own')}>
          {user.roles.length ? <Roles of={user.roles} /> : <Calm icon="user">{t('None')}</Calm>}
        </Section>
        <Section title={t('Roles from groups')}>
          {fromGroups.length ? (
            <ul className="rows">
              {fromGroups.map((role) => (
                <li key={role}>
                  <Tag>{roleName(role)}</Tag>
                  <span className="from">
                    {given(role)?.map((group) => (
                      <Id key={group.id} of={group.id} as={group.name} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="users">{t('None')}</Calm>
          )}
        </Section>
        <Section
          title={t('Groups')}
          beside={
            may && (
              <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
                {t('Add to a group')}
              </Button>
            )
          }
        >
          {user.groups.length ? (
            <ul className="rows rows-two">
              {user.groups.map((group) => (
                <Membership key={group.id} of={user} in={group} />
              ))}
            </ul>
          ) : (
            <Calm icon="users">{t('In no group')}</Calm>
          )}
        </Section>
        <Section title={t('What they may do')}>
          {user.status !== 'active' ? (
            <Calm icon="pause">
              {t('Nothing as long as they are {status}', { status: inSentence(worded(user.status)) })}
            </Calm>
          ) : scopes.size ? (
            <ul className="words">
              {[...scopes].map((scope) => (
                <li key={scope}>{inWords(scope)}</li>
              ))}
            </ul>
          ) : (
            <Calm icon="lock">{t('Nothing: they have no role')}</Calm>
          )}
        </Section>
      </div>
      {adding}
    </>
  );
}

function Membership({ of: user, in: group }: { of: User; in: Group }) {
  const path = { id: group.id, user_id: user.id };
  const [leave, leaving] = useDialog((close) => (
    <Confirm
      title={t('Remove {display_name} from {name}?', { display_name: user.display_name, name: group.name })}
      button={t('Remove')}
      work={() => suite.delete('/v1/access/groups/{id}/members/{user_id}', { params: { path } })}
      done={t('They are removed from the group.')}
      close={close}
    >
      {t('What the group gives is theirs no longer, at once.')}
    </Confirm>
  ));
  return (
    <li>
      <Id of={group.id} as={group.name} />
      {useMay()('access:write') && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={leave}
          aria-label={t('Remove from {name}', { name: group.name })}
        >
          {t('Remove')}
        </Button>
      )}
      {leaving}
    </li>
  );
}

function AddToGroup({ of: user, groups, close }: { of: User; groups: Shown<'Group'>[]; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Add {display_name} to a group', { display_name: user.display_name })} size="sm">
      {groups.length ? (
        <Form
          initial={{ group: groups[0]!.id }}
          submit={({ group: id }) =>
            suite.post('/v1/access/groups/{id}/members', { params: { path: { id } }, body: { user_ids: [user.id] } })
          }
          after={close}
          done={t('They are in the group.')}
          button={t('Add')}
          cancel={close}
        >
          {(field) => (
            <NativeSelect
              label={t('Group')}
              data-autofocus
              data={groups.map(({ id, name, roles }) => ({
                value: id,
                label: roles.length ? `${name} (${roles.map(roleName).join(', ')})` : name,
              }))}
              {...field('group')}
            />
          )}
        </Form>
      ) : (
        <Calm icon="users">{t('There is no other group')}</Calm>
      )}
    </Dialog>
  );
}
