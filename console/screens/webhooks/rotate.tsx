import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Exact, Form, type Shown, ShownOnce, suite } from '../../kit/index.js';

/** Seconds, as `grace_period_seconds` takes them. */
const OVERLAPS = [
  { value: '0', label: 'At once' },
  { value: '3600', label: 'In an hour' },
  { value: '86400', label: 'In a day' },
  { value: '604800', label: 'In a week' },
];

/** A new secret, and for how long the old one signs beside it. */
export function RotateSecret({ of: { id }, close }: { of: Shown<'Webhook'>; close: () => void }) {
  const [made, setMade] = useState<Shown<'RotatedWebhook'> | null>(null);
  if (made)
    return (
      <ShownOnce title="The new signing secret" value={made.secret} label="the secret" close={close}>
        <p>
          {made.previous_secret_expires_at ? (
            <>
              Deliveries are signed with the old secret as well until <Exact at={made.previous_secret_expires_at} />.
            </>
          ) : (
            'Deliveries are signed with the new secret alone from now on.'
          )}
        </p>
      </ShownOnce>
    );
  return (
    <Modal opened onClose={close} title="Rotate the secret">
      <Form
        initial={{ grace_period_seconds: '86400' }}
        submit={({ grace_period_seconds }) =>
          suite.post('/v1/webhooks/{id}/rotate-secret', {
            params: { path: { id } },
            body: { grace_period_seconds: Number(grace_period_seconds) },
          })
        }
        after={setMade}
        button="Rotate"
        cancel={close}
      >
        {(field) => (
          <>
            <p>
              There will be a new secret. Meanwhile deliveries carry the signatures of both, so that your receiver has
              time to take it.
            </p>
            <NativeSelect
              label="The old secret ends"
              data={OVERLAPS}
              data-autofocus
              {...field('grace_period_seconds')}
            />
          </>
        )}
      </Form>
    </Modal>
  );
}
