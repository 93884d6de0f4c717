import { Button } from '@mantine/core';
import {
  Calm,
  Confirm,
  Named,
  Page,
  Problem,
  Ready,
  Section,
  type Shown,
  suite,
  Tag,
  useAction,
  useDialog,
  useRead,
  When,
} from '../../kit/index.js';
import { BASE_URL } from '../../kit/session.js';
import { deviceOf } from '../sessions/device.js';
import { proofOf } from '../sessions/proof.js';

/** People change their factors there, on a page that shows secrets to nobody but the server. */
const ACCOUNT = `${BASE_URL}/account`;

/** The most sessions that are shown. */
const MAX_SESSIONS = 100;

export default function OwnSignIn() {
  return (
    <Page
      title="Your sign-in"
      about="How you prove who you are, and where you are signed in."
      actions={
        <Button component="a" href={ACCOUNT} variant="default">
          Open your account page
        </Button>
      }
    >
      <OwnFactors />
      <OwnSessions />
    </Page>
  );
}

function OwnFactors() {
  const factors = useRead('/v1/access/me/factors');
  return (
    <Section
      title="Passkeys and second step"
      beside={
        <span className="links-row">
          <a href={`${ACCOUNT}/passkey`}>Set up a passkey</a>
          {factors.data && !factors.data.data.some(({ type }) => type === 'totp') && (
            <a href={`${ACCOUNT}/totp`}>Set up an authenticator app</a>
          )}
        </span>
      }
    >
      <Ready of={factors}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((factor) => (
                <li key={factor.id}>
                  <span>{factor.name}</span>
                  <span className="soft">{factor.type === 'totp' ? 'Codes of an authenticator app' : 'Passkey'}</span>
                  <span className="soft">
                    {factor.last_used_at ? (
                      <>
                        used <When at={factor.last_used_at} />
                      </>
                    ) : (
                      'never used'
                    )}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="lock">None: whoever learns your password can sign in as you</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

function OwnSessions() {
  const sessions = useRead('/v1/access/me/sessions', {
    query: { status: 'active', sort: 'last_active_at:desc', limit: MAX_SESSIONS },
  });
  const [end, ending] = useDialog((close) => (
    <Confirm
      title="Sign out everywhere else?"
      button="Sign out everywhere else"
      work={() => suite.post('/v1/access/me/sessions/revoke')}
      done="All your other sessions have ended."
      close={close}
    >
      All your other browsers are signed out, and all apps that you have connected are disconnected, at once.
    </Confirm>
  ));
  return (
    <Section
      title="Where you are signed in"
      beside={
        (sessions.data?.data.length ?? 0) > 1 && (
          <Button size="xs" variant="default" onClick={end}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Ready of={sessions}>
        {({ data }) => (
          <ul className="rows">
            {data.map((session) => (
              <OwnSession key={session.id} of={session} />
            ))}
          </ul>
        )}
      </Ready>
      {ending}
    </Section>
  );
}

function OwnSession({ of: session }: { of: Shown<'Session'> }) {
  const { id, client_id, current } = session;
  const end = useAction(() => suite.delete('/v1/access/me/sessions/{id}', { params: { path: { id } } }), {
    done: client_id ? 'The app is disconnected.' : 'The session has ended.',
  });
  return (
    <li>
      <span>
        {client_id ? <Named of={client_id} /> : deviceOf(session)} {current && <Tag tone="good">This one</Tag>}
      </span>
      <span className="soft">
        {proofOf(session)}, {session.ip_address ?? 'no address'}, last seen <When at={session.last_active_at} />
      </span>
      {!current && (
        <Button
          size="compact-xs"
          variant="default"
          loading={end.running}
          onClick={end.run}
          aria-label={`${client_id ? 'Disconnect' : 'Sign out'} ${deviceOf(session)}`}
        >
          {client_id ? 'Disconnect' : 'Sign out'}
        </Button>
      )}
      {end.error && <Problem error={end.error} />}
    </li>
  );
}
