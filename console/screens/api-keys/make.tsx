import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, Form, ScopePicker, type Shown, suite } from '../../kit/index.js';
import { NewKey } from './new-key.js';
import { t } from '../../kit/language.js';

const DAY_MS = 86_400_000;

const LIFETIMES = [
  { value: '', label: t('Never') },
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
];

/** Name and scopes of the new key; then the key itself, shown once. */
export function MakeKey({ close }: { close: () => void }) {
  const [made, setMade] = useState<Shown<'NewApiKey'> | null>(null);
  if (made) return <NewKey title={t('Your new key')} made={made} close={close} />;
  return (
    <Dialog onClose={close} title={t('New API key')} size="xl">
      <Form
        initial={{ name: '', scopes: [] as string[], expires_at: '' }}
        needs={{ name: t('Name is required.'), scopes: t('Choose at least one right.') }}
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
        button={t('Create key')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} placeholder={t('Nightly import')} data-autofocus {...field('name')} />
            <ScopePicker label={t('What it may do')} {...field('scopes')} />
            <NativeSelect label={t('It ends')} data={LIFETIMES} {...field('expires_at')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
