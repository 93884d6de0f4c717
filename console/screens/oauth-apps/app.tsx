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
      title={`End “${name}”?`}
      button="End it"
      of={{ path: PATH, names: { client_id } }}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      done={`${name} has ended.`}
      after={() => navigate({ to: '/oauth-apps' })}
      close={close}
    >
      Nobody can sign in with it any more, and whoever has is signed out of it: its tokens, and API keys that were made
      with it, are refused within a second, and its webhooks are paused. This cannot be undone.
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { client_id } }}
      title={name}
      within={{ title: 'OAuth apps', to: '/oauth-apps' }}
      beside={metadata_url === null ? <Tag>{type === 'public' ? 'Public' : 'Confidential'}</Tag> : <NotVerified />}
      actions={
        may && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
              Edit
            </Button>
            {type === 'confidential' && (
              <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={rotate}>
                Rotate the secret
              </Button>
            )}
            <Button color="red" variant="light" onClick={remove}>
              End it
            </Button>
          </>
        )
      }
    >
      <Section title="About">
        <Facts
          of={{
            ...(metadata_url !== null && {
              'Described by itself at': <Copyable value={metadata_url} label="the address of its description" />,
            }),
            'Client id': <Copyable value={client_id} label="the client id" />,
            'Where it runs':
              type === 'public' ? 'In a browser or on a device, without a secret' : 'On a server, with a secret',
            Created: <Exact at={app.created_at} />,
          }}
        />
      </Section>
      <div className="cards part">
        <Section title="Sends people back to">
          <ul className="links">
            {app.redirect_uris.map((uri) => (
              <li key={uri}>
                <Copyable value={uri} label={uri} />
              </li>
            ))}
          </ul>
        </Section>
        <Section title="May ask for, at most">
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
      <Section title="What its developer needs">
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
            Issuer: <Copyable value={issuer} label="the issuer" />,
            Authorization: <Copyable value={authorization_endpoint} label="the address of authorization" />,
            Tokens: <Copyable value={token_endpoint} label="the address of tokens" />,
            Revocation: <Copyable value={revocation_endpoint} label="the address of revocation" />,
            Flow: 'Authorization code with PKCE (S256)',
          }}
        />
      )}
    </Ready>
  );
}

const RotateSecret = ({ of: { client_id, name }, close }: { of: App; close: () => void }) => (
  <Rotate
    title={`Rotate the secret of “${name}”`}
    words="There will be a new secret. People stay signed in, and meanwhile the old one goes on working."
    old="The old secret"
    rotate={(grace_period_seconds) =>
      suite.post(`${PATH}/rotate-secret`, { params: { path: { client_id } }, body: { grace_period_seconds } })
    }
    close={close}
  >
    {({ client_secret, previous_secret_expires_at }) => (
      <ShownOnce title={`The new secret of “${name}”`} value={client_secret} label="the secret" close={close}>
        {previous_secret_expires_at && (
          <p className="soft">
            The old secret works until <Exact at={previous_secret_expires_at} />.
          </p>
        )}
      </ShownOnce>
    )}
  </Rotate>
);
