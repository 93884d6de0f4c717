import { Button, Group, Modal } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useMe } from '../kit/api.js';
import { Problem } from '../kit/errors.js';
import { session, signInAgain, staySignedOut } from '../kit/session.js';

/** People sign in again in place, and what they did goes on: their session has ended, or a request needs a recent proof. */
export function Ended() {
  const reason = useSyncExternalStore(session.watch, session.asks);
  const me = useMe();
  const [error, setError] = useState<unknown>(null);
  const [waiting, setWaiting] = useState(false);
  const again = async () => {
    setWaiting(true);
    setError(null);
    await signInAgain(me).catch(setError);
    setWaiting(false);
  };
  return (
    <Modal
      opened={reason !== null}
      onClose={staySignedOut}
      title={reason === 'proof' ? 'Confirm that it is you' : 'You are signed out'}
      size="sm"
      zIndex={1000}
    >
      <div className="stack">
        <p>
          {reason === 'proof' ? 'This change needs a sign-in of the last 15 minutes.' : 'Your session has ended.'} Sign
          in again as <strong>{me.email}</strong>: nothing on this page is lost, and what you just did goes on.
        </p>
        {error !== null && <Problem error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={staySignedOut}>
            Not now
          </Button>
          <Button loading={waiting} onClick={() => void again()} data-autofocus>
            Sign in
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
