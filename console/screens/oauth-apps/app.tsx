import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  inWords,
  ReadRecord,
  Ready,
  RecordPage,
  Rotate,
  Section,
  type Shown,
  ShownOnce,
  suite,
  Tag,
  useDialog,
  useMay,
  useReadAny,
} from '../../kit/index.js';
import { Activity } from './activity.js';
import { EditApp } from './edit.js';
import { NotVerified } from './not-verified.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/oauth-apps/$id');

type App = Shown<'OAuthClient'>;

const PATH = '/v1/access/oauth-clients/{client_id}';

export default function OneApp() {
  const { id: client_id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { client_id } }} show={One} />;
}

function One({ of: app }: { of: App }) {
  const { client_id, name, type, metadata_url } = app;
  const params = { path: { client_id } };
  const may = useMay()('access:write');
  const mayAudit = useMay()('guard:read');
  const navigate = useNavigate();
  const [edit, editing] = useDialog((close) => <EditApp of={app} close={close} />);
  const [rotate, rotating] = useDialog((close) => <RotateSecret of={app} close={close} />);
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('End “{name}”?', { name })}
      button={t('End it')}
      of={{ path: PATH, names: { client_id } }}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      done={t('{name} has ended.', { name })}
      after={() => navigate({ to: '/oauth-apps' })}
      close={close}
    >
      {t(
        'Nobody can sign in with it any more, and whoever has is signed out of it: its tokens, and API keys that were made with it, are refused within a second, and its webhooks are paused. This cannot be undone.',
      )}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { client_id } }}
      title={name}
      within={{ title: t('OAuth apps'), to: '/oauth-apps' }}
      beside={
        metadata_url === null ? <Tag>{type === 'public' ? t('Public') : t('Confidential')}</Tag> : <NotVerified />
      }
      actions={
        may && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
              {t('Edit')}
            </Button>
            {type === 'confidential' && (
              <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={rotate}>
                {t('Rotate the secret')}
              </Button>
            )}
            <Button color="red" variant="light" onClick={remove}>
              {t('End it')}
            </Button>
          </>
        )
      }
    >
      <Section title={t('About')}>
        <Facts
          of={{
            ...(metadata_url !== null && {
              [t('Described by itself at')]: (
                <Copyable value={metadata_url} label={t('the address of its description')} />
              ),
            }),
            [t('Client id')]: <Copyable value={client_id} label={t('the client id')} />,
            [t('Where it runs')]:
              type === 'public' ? t('In a browser or on a device, without a secret') : t('On a server, with a secret'),
            [t('Created')]: <Exact at={app.created_at} />,
          }}
        />
      </Section>
      <div className="cards part">
        <Section title={t('Sends people back to')}>
          <ul className="links">
            {app.redirect_uris.map((uri) => (
              <li key={uri}>
                <Copyable value={uri} label={uri} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title={t('May ask for, at most')}>
          <ul className="words">
            {app.scopes.map((scope) => (
              <li key={scope}>
                {inWords(scope)} <code className="soft">{scope}</code>
              </li>
            ))}
          </ul>
        </Section>
      </div>
      {mayAudit && <Activity of={app} />}
      <Section title={t('What its developer needs')}>
        <Addresses />
      </Section>
      {editing}
      {rotating}
      {removing}
    </RecordPage>
  );
}

/** Where the server takes people and codes, as its metadata say it. */
function Addresses() {
  const metadata = useReadAny('/.well-known/oauth-authorization-server');
  return (
    <Ready of={metadata}>
      {({ issuer, authorization_endpoint, token_endpoint, revocation_endpoint }) => (
        <Facts
          of={{
            [t('Issuer')]: <Copyable value={issuer} label={t('the issuer')} />,
            [t('Authorization')]: <Copyable value={authorization_endpoint} label={t('the address of authorization')} />,
            [t('Tokens')]: <Copyable value={token_endpoint} label={t('the address of tokens')} />,
            [t('Revocation')]: <Copyable value={revocation_endpoint} label={t('the address of revocation')} />,
            [t('Flow')]: t('Authorization code with PKCE (S256)'),
          }}
        />
      )}
    </Ready>
  );
}

const RotateSecret = ({ of: { client_id, name }, close }: { of: App; close: () => void }) => (
  <Rotate
    title={t('Rotate the secret of “{name}”', { name })}
    words={t('There will be a new secret. People stay signed in, and meanwhile the old one goes on working.')}
    ends={t('The old secret ends')}
    rotate={(grace_period_seconds) =>
      suite.post(`${PATH}/rotate-secret`, { params: { path: { client_id } }, body: { grace_period_seconds } })
    }
    close={close}
  >
    {({ client_secret, previous_secret_expires_at }) => (
      <ShownOnce
        title={t('The new secret of “{name}”', { name })}
        value={client_secret}
        label={t('the secret')}
        close={close}
      >
        {previous_secret_expires_at && (
          <p className="soft">
            {rich('The old secret works until {previous_secret_expires}.', {
              previous_secret_expires: <Exact at={previous_secret_expires_at} />,
            })}
          </p>
        )}
      </ShownOnce>
    )}
  </Rotate>
);
