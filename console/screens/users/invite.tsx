import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, Form, RolePicker, type Shown, suite } from '../../kit/index.js';
import { InviteLink } from './invite-link.js';

/**
 * Makes a user, who gets a message with which they choose their password. Where there is no mail server, the link is shown to be handed
 * over.
 */
export function Invite({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const [invited, setInvited] = useState<{ id: string; invite_link: string } | null>(null);
  const leave = (id: string) => {
    close();
    void navigate({ to: '/users/$id', params: { id } });
  };
  if (invited) return <InviteLink value={invited.invite_link} close={() => leave(invited.id)} />;
  return (
    <Dialog onClose={close} title="Invite somebody" size="xl">
      <Form
        initial={{ email: '', display_name: '', roles: [] as string[], send_invite: true }}
        submit={({ display_name, ...given }) =>
          suite.post('/v1/access/users', {
            body: { ...given, ...(display_name && { display_name }) } as Shown<'CreateUser'>,
          })
        }
        after={({ id, invite_link }) => (invite_link ? setInvited({ id, invite_link }) : leave(id))}
        done="They are invited."
        button="Invite"
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label="E-mail address"
              type="email"
              placeholder="ada@example.com"
              autoComplete="off"
              data-autofocus
              {...field('email')}
            />
            <TextInput
              label="Name"
              description="Empty: the part of the address before the @"
              autoComplete="off"
              {...field('display_name')}
            />
            <RolePicker label="Roles" {...field('roles')} />
            <Checkbox label="Send a message with which they choose a password" {...field.checked('send_invite')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
