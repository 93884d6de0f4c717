import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Form, RolePicker, type Shown, suite } from '../../kit/index.js';

/** Makes a user, who gets a message with which they choose their password. */
export function Invite({ close }: { close: () => void }) {
  const navigate = useNavigate();
  return (
    <Modal opened onClose={close} title="Invite somebody" size="xl">
      <Form
        initial={{ email: '', display_name: '', roles: [] as string[], send_invite: true }}
        submit={({ display_name, ...given }) =>
          suite.post('/v1/access/users', {
            body: { ...given, ...(display_name && { display_name }) } as Shown<'CreateUser'>,
          })
        }
        after={({ id }) => {
          close();
          void navigate({ to: '/users/$id', params: { id } });
        }}
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
    </Modal>
  );
}
