import { Button, Group, Modal } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useMe } from '../kit/api.js';
import { Problem } from '../kit/errors.js';
import { session, signInAgain, staySignedOut } from '../kit/session.js';
import { t } from '../kit/language.js';
import { rich } from '../kit/rich.js';

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
      title={reason === 'proof' ? t('Confirm that it is you') : t('You are signed out')}
      size="sm"
      zIndex={1000}
    >
      <div className="stack">
        <p>
          {rich('{what} Sign in again as {email}: nothing on this page is lost, and what you just did goes on.', {
            what:
              reason === 'proof'
                ? t('This change needs a sign-in of the last 15 minutes.')
                : t('Your session has ended.'),
            email: <strong>{me.email}</strong>,
          })}
        </p>
        {error !== null && <Problem error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={staySignedOut}>
            {t('Not now')}
          </Button>
          <Button loading={waiting} onClick={() => void again()} data-autofocus>
            {t('Sign in')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}
