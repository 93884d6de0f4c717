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
} from '../../kit/index.js';

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
        <Section title="Roles of their own">
          {user.roles.length ? <Roles of={user.roles} /> : <Calm icon="user">None</Calm>}
        </Section>
        <Section title="Roles from groups">
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
            <Calm icon="users">None</Calm>
          )}
        </Section>
        <Section
          title="Groups"
          beside={
            may && (
              <Button size="xs" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
                Add to a group
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
            <Calm icon="users">In no group</Calm>
          )}
        </Section>
        <Section title="What they may do">
          {user.status !== 'active' ? (
            <Calm icon="pause">Nothing as long as they are {user.status}</Calm>
          ) : scopes.size ? (
            <ul className="words">
              {[...scopes].map((scope) => (
                <li key={scope}>{inWords(scope)}</li>
              ))}
            </ul>
          ) : (
            <Calm icon="lock">Nothing: they have no role</Calm>
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
      title={`Remove ${user.display_name} from ${group.name}?`}
      button="Remove"
      work={() => suite.delete('/v1/access/groups/{id}/members/{user_id}', { params: { path } })}
      done="They are removed from the group."
      close={close}
    >
      What the group gives is theirs no longer, at once.
    </Confirm>
  ));
  return (
    <li>
      <Id of={group.id} as={group.name} />
      {useMay()('access:write') && (
        <Button size="compact-xs" variant="default" onClick={leave} aria-label={`Remove from ${group.name}`}>
          Remove
        </Button>
      )}
      {leaving}
    </li>
  );
}

function AddToGroup({ of: user, groups, close }: { of: User; groups: Shown<'Group'>[]; close: () => void }) {
  return (
    <Dialog onClose={close} title={`Add ${user.display_name} to a group`} size="sm">
      {groups.length ? (
        <Form
          initial={{ group: groups[0]!.id }}
          submit={({ group: id }) =>
            suite.post('/v1/access/groups/{id}/members', { params: { path: { id } }, body: { user_ids: [user.id] } })
          }
          after={close}
          done="They are in the group."
          button="Add"
          cancel={close}
        >
          {(field) => (
            <NativeSelect
              label="Group"
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
        <Calm icon="users">There is no other group</Calm>
      )}
    </Dialog>
  );
}
