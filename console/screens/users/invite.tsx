import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Copyable, Dialog, explain, Form, More, RolePicker, type Shown, suite, toast } from '../../kit/index.js';
import { InviteLink } from './invite-link.js';
import { t } from '../../kit/language.js';

/** An address and what came of it: the link, where there is no mail server, or why it was refused. */
interface Outcome {
  address: string;
  id?: string;
  link?: string;
  refused?: string;
}

interface Given {
  display_name?: string;
  roles: string[];
  send_invite: boolean;
}

const addressesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Invites one after the other. Where nobody could be invited, the form is wrong, and the error says where. */
async function invite(addresses: readonly string[], given: Given): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let error: unknown;
  for (const address of addresses.length ? addresses : [''])
    try {
      const body = { ...given, email: address } as Shown<'CreateUser'>;
      const { id, invite_link: link } = await suite.post('/v1/access/users', { body });
      outcomes.push({ address, id, ...(link && { link }) });
    } catch (refusal) {
      error = refusal;
      outcomes.push({ address, refused: explain(refusal).text });
    }
  if (outcomes.every(({ refused }) => refused !== undefined)) throw error;
  return outcomes;
}

/**
 * Makes users, each of whom gets a message with which they choose their password. Where there is no mail server, the links are shown to be handed
 * over.
 */
export function Invite({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const leave = (id: string) => {
    close();
    void navigate({ to: '/users/$id', params: { id } });
  };
  if (outcomes?.length === 1) return <InviteLink value={outcomes[0]!.link!} close={() => leave(outcomes[0]!.id!)} />;
  if (outcomes) return <Outcomes of={outcomes} close={close} />;
  return (
    <Dialog onClose={close} title={t('Invite people')} size="xl">
      <Form
        initial={{ email: '', display_name: '', roles: [] as string[], send_invite: true }}
        submit={({ email, display_name, ...given }) => {
          const addresses = addressesOf(email);
          return invite(addresses, { ...given, ...(display_name && addresses.length === 1 && { display_name }) });
        }}
        after={(done) => {
          const [first] = done;
          if (done.length > 1 || first!.link) return setOutcomes(done);
          toast(t('They are invited.'));
          return leave(first!.id!);
        }}
        button={t('Invite')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput
              label={t('E-mail address')}
              description={t('Several are separated by commas, and get the same roles.')}
              inputMode="email"
              placeholder="ada@example.com"
              autoComplete="off"
              required
              data-autofocus
              {...field('email')}
            />
            {addressesOf(field.values.email).length < 2 && (
              <TextInput
                label={t('Name')}
                description={t('Empty: the part of the address before the @')}
                autoComplete="off"
                {...field('display_name')}
              />
            )}
            <RolePicker label={t('Roles')} {...field('roles')} />
            <More>
              <Checkbox
                label={t('Send a message with which they choose a password')}
                {...field.checked('send_invite')}
              />
            </More>
          </>
        )}
      </Form>
    </Dialog>
  );
}

const Outcomes = ({ of, close }: { of: readonly Outcome[]; close: () => void }) => (
  <Dialog onClose={close} title={t('Invitations')} size="xl" closeOnEscape={of.every(({ link }) => !link)}>
    <div className="stack">
      {of.some(({ link }) => link) && (
        <p>
          {t(
            'There is no mail server, so nobody gets a message. Give each person their link: it is shown only now, and works once.',
          )}
        </p>
      )}
      <ul className="rows rows-two">
        {of.map(({ address, link, refused }) => (
          <li key={address}>
            <span>{address}</span>
            {refused !== undefined ? (
              <span>{t('Not invited: {refused}', { refused })}</span>
            ) : link ? (
              <Copyable value={link} label={t('the link of {address}', { address })} />
            ) : (
              <span>{t('Invited')}</span>
            )}
          </li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          {t('Done')}
        </Button>
      </Group>
    </div>
  </Dialog>
);
