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
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** People change their factors there, on a page that shows secrets to nobody but the server. */
const ACCOUNT = `${BASE_URL}/account`;

/** The most sessions that are shown. */
const MAX_SESSIONS = 100;

export default function OwnSignIn() {
  return (
    <Page
      title={t('Your sign-in')}
      about={t('How you prove who you are, and where you are signed in.')}
      actions={
        <Button component="a" href={ACCOUNT} variant="default">
          {t('Open your account page')}
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
      title={t('Passkeys and second step')}
      beside={
        <span className="links-row">
          <a href={`${ACCOUNT}/passkey`}>{t('Set up a passkey')}</a>
          {factors.data && !factors.data.data.some(({ type }) => type === 'totp') && (
            <a href={`${ACCOUNT}/totp`}>{t('Set up an authenticator app')}</a>
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
                  <span className="soft">
                    {factor.type === 'totp' ? t('Codes of an authenticator app') : t('Passkey')}
                  </span>
                  <span className="soft">
                    {factor.last_used_at
                      ? rich('used {last_used}', { last_used: <When at={factor.last_used_at} /> })
                      : t('never used')}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="lock">{t('None: whoever learns your password can sign in as you')}</Calm>
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
      title={t('Sign out everywhere else?')}
      button={t('Sign out everywhere else')}
      work={() => suite.post('/v1/access/me/sessions/revoke')}
      done={t('All your other sessions have ended.')}
      close={close}
    >
      {t('All your other browsers are signed out, and all apps that you have connected are disconnected, at once.')}
    </Confirm>
  ));
  return (
    <Section
      title={t('Where you are signed in')}
      beside={
        (sessions.data?.data.length ?? 0) > 1 && (
          <Button size="xs" variant="default" onClick={end}>
            {t('Sign out everywhere else')}
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
    done: client_id ? t('The app is disconnected.') : t('The session has ended.'),
  });
  return (
    <li>
      <span>
        {client_id ? <Named of={client_id} /> : deviceOf(session)} {current && <Tag tone="good">{t('This one')}</Tag>}
      </span>
      <span className="soft">
        {rich('{proof}, {ip_address}, last seen {last_active}', {
          proof: proofOf(session),
          ip_address: session.ip_address ?? t('no address'),
          last_active: <When at={session.last_active_at} />,
        })}
      </span>
      {!current && (
        <Button
          size="compact-xs"
          variant="default"
          loading={end.running}
          onClick={end.run}
          aria-label={`${client_id ? t('Disconnect') : t('Sign out')} ${deviceOf(session)}`}
        >
          {client_id ? t('Disconnect') : t('Sign out')}
        </Button>
      )}
      {end.error && <Problem error={end.error} />}
    </li>
  );
}
