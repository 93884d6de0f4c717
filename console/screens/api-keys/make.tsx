import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, Form, ScopePicker, type Shown, suite } from '../../kit/index.js';
import { NewKey } from './new-key.js';

const DAY_MS = 86_400_000;

const LIFETIMES = [
  { value: '', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

/** Name and scopes of the new key; then the key itself, shown once. */
export function MakeKey({ close }: { close: () => void }) {
  const [made, setMade] = useState<Shown<'NewApiKey'> | null>(null);
  if (made) return <NewKey title="Your new key" made={made} close={close} />;
  return (
    <Dialog onClose={close} title="New API key" size="xl">
      <Form
        initial={{ name: '', scopes: [] as string[], expires_at: '' }}
        needs={{ name: 'Name is required.', scopes: 'Choose at least one right.' }}
        submit={({ name, scopes, expires_at: days }) =>
          suite.post('/v1/access/api-keys', {
            body: {
              name,
              scopes: scopes as Shown<'CreateApiKey'>['scopes'],
              ...(days && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
            },
          })
        }
        after={setMade}
        button="Create key"
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label="Name" placeholder="Nightly import" data-autofocus {...field('name')} />
            <ScopePicker label="What it may do" {...field('scopes')} />
            <NativeSelect label="It ends" data={LIFETIMES} {...field('expires_at')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
