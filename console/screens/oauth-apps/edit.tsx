import { Radio, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog, type Fields, Form, ScopePicker, type Shown, ShownOnce, suite, TextArea } from '../../kit/index.js';
import { t } from '../../kit/language.js';

type App = Shown<'OAuthClient'>;

interface EditProps {
  /** The app to change. Without it a new one is made. */
  of?: App;
  close: () => void;
}

interface Values {
  name: string;
  type: App['type'];
  redirect_uris: string[];
  scopes: string[];
}

const PATH = '/v1/access/oauth-clients/{client_id}';

/**
 * Name, redirect addresses and scopes of an app; then the secret of a new one, shown once. Of an app that describes itself only
 * the scopes can be changed.
 */
export function EditApp({ of: app, close }: EditProps) {
  const [made, setMade] = useState<Shown<'NewOAuthClient'> | null>(null);
  const navigate = useNavigate();
  const show = ({ client_id }: App) => {
    close();
    void navigate({ to: '/oauth-apps/$id', params: { id: client_id } });
  };
  if (made)
    return (
      <ShownOnce
        title={t('The client secret')}
        value={made.client_secret!}
        label={t('the secret')}
        close={() => show(made)}
      >
        <p className="soft">
          {t('The app sends it when it exchanges a code for tokens. Its client id is {client_id}.', {
            client_id: made.client_id,
          })}
        </p>
      </ShownOnce>
    );
  const { name = '', type = 'confidential', redirect_uris = [], scopes = [] } = app ?? {};
  const describesItself = app !== undefined && app.metadata_url !== null;
  return (
    <Dialog onClose={close} title={app ? t('Change “{name}”', { name }) : t('New OAuth app')} size="xl">
      <Form<Values, App | null>
        initial={{ name, type, redirect_uris, scopes }}
        of={app && { path: PATH, names: { client_id: app.client_id } }}
        submit={async ({ type: kind, ...typed }, header) => {
          const given = (
            describesItself ? { scopes: typed.scopes } : { ...typed, redirect_uris: clean(typed.redirect_uris) }
          ) as Shown<'UpdateOAuthClient'>;
          if (app) {
            await suite.patch(PATH, { params: { path: { client_id: app.client_id }, header }, body: given });
            return null;
          }
          const body = { ...given, type: kind } as Shown<'CreateOAuthClient'>;
          return suite.post('/v1/access/oauth-clients', { body });
        }}
        after={(answer: Shown<'NewOAuthClient'> | null) => {
          if (!answer) close();
          else if (answer.client_secret) setMade(answer);
          else show(answer);
        }}
        done={app ? t('App saved.') : t('App created.')}
        button={app ? t('Save') : t('Create app')}
        cancel={close}
      >
        {(field) => (
          <>
            {describesItself ? (
              <p className="soft">{t('Name and addresses are what the app says about itself.')}</p>
            ) : (
              <TextInput
                label={t('Name')}
                description={t('People see it when they are asked for their consent')}
                placeholder={t('Travel expenses')}
                data-autofocus
                {...field('name')}
              />
            )}
            {!app && (
              <Radio.Group label={t('Where it runs')} {...field('type')}>
                <div className="radios">
                  <Radio
                    value="confidential"
                    label={t('On a server')}
                    description={t('It keeps a secret (a confidential client)')}
                  />
                  <Radio
                    value="public"
                    label={t('In a browser or on a device')}
                    description={t('It has no secret, PKCE alone (a public client)')}
                  />
                </div>
              </Radio.Group>
            )}
            {!describesItself && <Addresses field={field} />}
            <ScopePicker label={t('What it may ask for, at most')} {...field('scopes')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const clean = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

/** Where the app may send people back to: an address a line. */
function Addresses({ field }: { field: Fields<Values> }) {
  const { value, onChange, error } = field('redirect_uris');
  const sent = clean(value);
  const wrong = field.problems.flatMap(({ field: at, message }) => {
    const place = /^redirect_uris\[(\d+)\]$/.exec(at)?.[1];
    return place === undefined ? [] : [message.replace(at, sent[Number(place)] ?? at)];
  });
  return (
    <TextArea
      name="redirect_uris"
      label={t('Sends people back to')}
      description={t(
        'Redirect URIs, one a line: https, or http on your own machine. They are compared letter by letter',
      )}
      placeholder="https://example.com/callback"
      className="mono-input"
      maxRows={8}
      spellCheck={false}
      value={value.join('\n')}
      onChange={({ currentTarget }) => onChange(currentTarget.value.split('\n'))}
      error={wrong.length ? wrong.join('\n') : error}
    />
  );
}
