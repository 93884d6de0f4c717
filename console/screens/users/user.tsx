import { Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Dialog,
  Confirm,
  Copyable,
  Exact,
  Facts,
  Form,
  Go,
  Icon,
  Problem,
  ReadRecord,
  RecordPage,
  RolePicker,
  Section,
  type Shown,
  Status,
  suite,
  useAction,
  useDialog,
  useMay,
  useMe,
  When,
  worded,
} from '../../kit/index.js';
import { UserAccess } from './access.js';
import { InviteLink } from './invite-link.js';
import { UserFactors } from './factors.js';
import { UserKeys } from './keys.js';
import { UserSessions } from './sessions.js';
import { LANGUAGES } from '../../languages/index.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/users/$id');

type User = Shown<'User'>;

const PATH = '/v1/access/users/{id}';

export default function OneUser() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: user }: { of: User }) {
  const { id, status, last_session } = user;
  const name = user.display_name || user.email || id;
  const params = { path: { id } };
  const may = useMay();
  const isMe = useMe().id === id;
  const navigate = useNavigate();
  const reactivate = useAction(() => suite.post('/v1/access/users/{id}/reactivate', { params }), {
    done: t('{name} is active again.', { name }),
  });
  const activate = useAction(() => suite.post('/v1/access/users/{id}/activate', { params }), {
    done: t('{name} is active.', { name }),
  });
  const [link, setLink] = useState<string | undefined>();
  const invite = useAction(() => suite.post('/v1/access/users/{id}/invite', { params }), {
    done: t('The invitation is on its way.'),
    after: ({ invite_link }) => setLink(invite_link),
  });
  const reset = useAction(() => suite.post('/v1/access/users/{id}/password-reset', { params }), {
    done: t('The message is on its way.'),
  });
  const [edit, editing] = useDialog((close) => <Edit of={user} close={close} />);
  const [suspend, suspending] = useDialog((close) => (
    <Confirm
      title={t('Suspend {name}?', { name })}
      button={t('Suspend')}
      work={() => suite.post('/v1/access/users/{id}/deactivate', { params })}
      done={t('{name} is suspended.', { name })}
      close={close}
    >
      {t(
        'They are signed out everywhere at once and cannot come back, and their API keys are refused. Roles, groups and keys stay, and work again once you reactivate them.',
      )}
    </Confirm>
  ));
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Delete {name}?', { name })}
      button={t('Delete for good')}
      of={{ path: PATH, names: { id } }}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      done={t('{name} deleted.', { name })}
      after={() => navigate({ to: '/users' })}
      close={close}
    >
      {t(
        'Everything personal about them is removed, and their API keys are revoked. What they made stays, and says “Deleted user”. This cannot be undone; to keep them out for a while, suspend them instead.',
      )}
    </Confirm>
  ));
  const failed = reactivate.error ?? activate.error ?? invite.error ?? reset.error;
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={name}
      within={{ title: t('Users'), to: '/users' }}
      beside={<Status is={status} />}
      actions={
        <>
          {link && <InviteLink value={link} close={() => setLink(undefined)} />}
          {may('access:write') && (
            <>
              <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
                {t('Edit')}
              </Button>
              {status === 'pending' && (
                <Button
                  variant="default"
                  leftSection={<Icon name="send" size={16} />}
                  loading={invite.running}
                  onClick={invite.run}
                >
                  {t('Invite again')}
                </Button>
              )}
              {status === 'suspended' && (
                <Button
                  leftSection={<Icon name="play" size={16} />}
                  loading={reactivate.running}
                  onClick={reactivate.run}
                >
                  {t('Reactivate')}
                </Button>
              )}
            </>
          )}
          {may('access:write') && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
                  {t('More')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<Icon name="key" size={16} />}
                  disabled={status === 'suspended'}
                  onClick={reset.run}
                >
                  {t('Send a link for a new password')}
                </Menu.Item>
                {status === 'pending' && (
                  <Menu.Item leftSection={<Icon name="play" size={16} />} onClick={activate.run}>
                    {t('Activate without an invitation')}
                  </Menu.Item>
                )}
                <Menu.Divider />
                <Menu.Item
                  leftSection={<Icon name="pause" size={16} />}
                  disabled={isMe || status === 'suspended'}
                  onClick={suspend}
                >
                  {t('Suspend')}
                </Menu.Item>
                <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} disabled={isMe} onClick={remove}>
                  {t('Delete')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </>
      }
    >
      {failed && <Problem error={failed} />}
      {status === 'suspended' && (
        <p className="banner">
          <Icon name="pause" />
          <span>{t('They cannot sign in, and their API keys are refused, until somebody reactivates them.')}</span>
        </p>
      )}
      {status === 'pending' && (
        <p className="banner">
          <Icon name="clock" />
          <span>{t('They have not chosen a password yet. An invitation is good for seven days.')}</span>
        </p>
      )}
      <Section title={t('Profile')} beside={may('guard:read') && <Trail of={id} />}>
        <Facts
          of={{
            [t('Name')]: user.display_name,
            'E-mail': user.email ? <Copyable value={user.email} label={t('the address')} /> : null,
            [t('Language')]: user.language && worded(user.language),
            [t('Created')]: <Exact at={user.created_at} />,
            [t('Last changed')]: <When at={user.updated_at} />,
            [t('Last seen')]: <When at={last_session?.last_active_at} />,
          }}
        />
      </Section>
      <UserAccess of={user} />
      <UserFactors of={user} />
      <UserSessions of={user} />
      <UserKeys of={user} />
      {editing}
      {suspending}
      {removing}
    </RecordPage>
  );
}

const Trail = ({ of: id }: { of: string }) => (
  <span className="links-row">
    <Go to="/audit-trail" search={{ actor_id: id }}>
      {t('What they did')}
    </Go>
    <Go to="/audit-trail" search={{ resource_id: id }}>
      {t('What was done to them')}
    </Go>
  </span>
);

const editable = ({ display_name, roles, language }: User) => ({ display_name, roles, language: language ?? '' });

function Edit({ of: user, close }: { of: User; close: () => void }) {
  const { id, display_name } = user;
  return (
    <Dialog onClose={close} title={t('Edit {display_name}', { display_name })} size="xl">
      <Form
        initial={editable(user)}
        of={{ path: PATH, names: { id }, as: editable }}
        submit={({ language, ...given }, header) => {
          const body = { ...given, language: language || null } as Shown<'UpdateUser'>;
          return suite.patch(PATH, { params: { path: { id }, header }, body });
        }}
        after={close}
        done={t('User saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} autoComplete="off" data-autofocus {...field('display_name')} />
            <NativeSelect
              label={t('Language')}
              description={t('Of mail to them and of their console.')}
              data={[
                { value: '', label: t('As the workspace and the browser say') },
                ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
              ]}
              {...field('language')}
            />
            <RolePicker label={t('Roles of their own')} {...field('roles')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
