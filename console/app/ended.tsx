import { Button, Group, Modal } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useMe } from '../kit/api.js';
import { Problem } from '../kit/errors.js';
import { session, signInAgain, staySignedOut } from '../kit/session.js';

/** The session has ended in the middle of work: people sign in again in place, and what they did goes on. */
export function Ended() {
  const over = useSyncExternalStore(session.watch, session.hasEnded);
  const { id, email } = useMe();
  const [error, setError] = useState<unknown>(null);
  const [waiting, setWaiting] = useState(false);
  const again = async () => {
    setWaiting(true);
    setError(null);
    await signInAgain(id).catch(setError);
    setWaiting(false);
  };
  return (
    <Modal opened={over} onClose={staySignedOut} title="You are signed out" size="sm" zIndex={1000}>
      <div className="stack">
        <p>
          Your session has ended. Sign in again as <strong>{email}</strong>: nothing on this page is lost, and what you
          just did goes on.
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
