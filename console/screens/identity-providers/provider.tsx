import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  Named,
  OWNER,
  Problem,
  ReadRecord,
  RecordPage,
  Roles,
  Section,
  type Shown,
  Status,
  suite,
  useAction,
  useDialog,
  useMe,
} from '../../kit/index.js';
import { ProviderAnswer } from './answer.js';
import { Domains } from './domains.js';
import { EditProvider } from './edit.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/identity-providers/$id');

type Provider = Shown<'IdentityProvider'>;

const PATH = '/v1/access/identity-providers/{id}';

export default function OneProvider() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: provider }: { of: Provider }) {
  const { id, name, provisioning, group_map } = provider;
  const roles = useMe().effective_roles;
  const isOwner = roles.includes(OWNER);
  const isAdmin = isOwner || roles.includes('access:admin');
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<Shown<'ProviderTest'> | null>(null);
  const test = useAction(() => suite.post(`${PATH}/test`, { params: { path: { id } } }), { after: setAnswer });
  const [edit, editing] = useDialog((close) => <EditProvider of={provider} close={close} />);
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Delete “{name}”?', { name })}
      button={t('Delete')}
      of={{ path: PATH, names: { id } }}
      work={(header) => suite.delete(PATH, { params: { path: { id }, header } })}
      done={t('{name} deleted.', { name })}
      after={() => navigate({ to: '/identity-providers' })}
      close={close}
    >
      {t(
        'Nobody can sign in there any more, and who has no password or passkey cannot sign in at all. People stay signed in until their session ends. This cannot be undone; to try it out, make the provider inactive.',
      )}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={name}
      within={{ title: t('Identity providers'), to: '/identity-providers' }}
      beside={<Status is={provider.status} />}
      actions={
        <>
          {isAdmin && (
            <Button
              variant="default"
              leftSection={<Icon name="play" size={16} />}
              loading={test.running}
              onClick={test.run}
            >
              {t('Test')}
            </Button>
          )}
          {isOwner && (
            <>
              <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
                {t('Edit')}
              </Button>
              <Button color="red" variant="light" onClick={remove}>
                {t('Delete')}
              </Button>
            </>
          )}
        </>
      }
    >
      {test.error && <Problem error={test.error} />}
      {answer && <ProviderAnswer of={answer} />}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Issuer')]: <Copyable value={provider.issuer} label={t('the issuer')} />,
            [t('Client id')]: <Copyable value={provider.client_id} label={t('the client id')} />,
            [t('Passwords and passkeys of these people')]: provider.enforced
              ? t('Refused, but for owners')
              : t('Work as well'),
            [t('Created')]: <Exact at={provider.created_at} />,
          }}
        />
      </Section>
      <Domains of={provider} isOwner={isOwner} />
      <Section title={t('To enter at the provider')}>
        <Facts
          of={{
            [t('Redirect URI')]: <Copyable value={provider.redirect_uri} label={t('the redirect URI')} />,
            [t('Back-channel logout URI')]: (
              <Copyable value={provider.backchannel_logout_uri} label={t('the back-channel logout URI')} />
            ),
          }}
        />
      </Section>
      <div className="cards part">
        <Section title={t('People without an account')}>
          {provisioning === 'none' ? (
            <p>{t('They are refused.')}</p>
          ) : (
            <>
              <p>{t('They get one at their first sign-in, with these roles:')}</p>
              <Roles of={provider.default_roles} none={t('No role')} />
            </>
          )}
        </Section>
        <Section title={t('Groups that follow it')}>
          {group_map.length ? (
            <ul className="rows">
              {group_map.map(({ value, group_id }) => (
                <li key={`${value} ${group_id}`}>
                  <code>{value}</code>
                  <Named of={group_id} />
                </li>
              ))}
            </ul>
          ) : (
            <p className="soft">{t('None')}</p>
          )}
          {provider.groups_claim && (
            <p className="soft">
              {rich('By the claim {groups_claim}, at each sign-in', {
                groups_claim: <code>{provider.groups_claim}</code>,
              })}
            </p>
          )}
        </Section>
      </div>
      {editing}
      {removing}
    </RecordPage>
  );
}
