import { Button } from '@mantine/core';
import { Confirm, type Shown, suite, useDialog } from '../../kit/index.js';
import { deviceOf } from './device.js';
import { t } from '../../kit/language.js';

type Session = Pick<Shown<'Session'>, 'id' | 'user_agent' | 'current' | 'client_id'>;

/** Ends one session. */
export function SignOut({ of: session }: { of: Session }) {
  const [end, ending] = useDialog((close) => (
    <Confirm
      title={t('Sign out this session?')}
      button={t('Sign out')}
      work={() => suite.delete('/v1/access/sessions/{id}', { params: { path: { id: session.id } } })}
      done={t('The session has ended.')}
      close={close}
    >
      {session.current
        ? t('This is the session that you work in: you will have to sign in again.')
        : session.client_id
          ? t('The program that works in their name is refused at once.')
          : t('{device} is signed out at once. They can sign in again.', { device: deviceOf(session) })}
    </Confirm>
  ));
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={end}>
        {t('Sign out')}
      </Button>
      {ending}
    </>
  );
}
