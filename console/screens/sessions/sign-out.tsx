import { Button } from '@mantine/core';
import { Confirm, type Shown, suite, useDialog } from '../../kit/index.js';
import { deviceOf } from './device.js';

type Session = Pick<Shown<'Session'>, 'id' | 'user_agent' | 'current' | 'client_id'>;

/** Ends one session. */
export function SignOut({ of: session }: { of: Session }) {
  const [end, ending] = useDialog((close) => (
    <Confirm
      title="Sign out this session?"
      button="Sign out"
      work={() => suite.delete('/v1/access/sessions/{id}', { params: { path: { id: session.id } } })}
      done="The session has ended."
      close={close}
    >
      {session.current
        ? 'This is the session that you work in: you will have to sign in again.'
        : session.client_id
          ? 'The program that works in their name is refused at once.'
          : `${deviceOf(session)} is signed out at once. They can sign in again.`}
    </Confirm>
  ));
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={end}>
        Sign out
      </Button>
      {ending}
    </>
  );
}
