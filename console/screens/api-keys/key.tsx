import { Button, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Dialog,
  Confirm,
  Copyable,
  Exact,
  Facts,
  Form,
  Go,
  Icon,
  Id,
  inWords,
  Named,
  ReadRecord,
  RecordPage,
  Rotate,
  ScopePicker,
  Section,
  type Shown,
  Status,
  suite,
  useDialog,
  useMay,
  When,
} from '../../kit/index.js';
import { NewKey } from './new-key.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/api-keys/$id');

type Key = Shown<'ApiKey'>;

const PATH = '/v1/access/api-keys/{id}';

export default function ApiKey() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: key }: { of: Key }) {
  const may = useMay()('access:write');
  const mayAudit = useMay()('guard:read');
  const path = { id: key.id };
  const ends = key.status === 'active' || key.status === 'expiring';
  const [edit, editing] = useDialog((close) => <Edit of={key} close={close} />);
  const [rotate, rotating] = useDialog((close) => <RotateKey of={key} close={close} />);
  const [revoke, revoking] = useDialog((close) => (
    <Confirm
      title={t('Revoke “{name}”?', { name: key.name })}
      button={t('Revoke')}
      work={() => suite.delete(PATH, { params: { path } })}
      done={t('{name} is revoked.', { name: key.name })}
      close={close}
    >
      {t('Programs that use it are refused from now on. This cannot be undone.')}
    </Confirm>
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: path }}
      title={key.name}
      within={{ title: t('API keys'), to: '/api-keys' }}
      beside={<Status is={key.status} />}
      actions={
        may &&
        ends && (
          <>
            <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={edit}>
              {t('Edit')}
            </Button>
            {key.status === 'active' && (
              <Button variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={rotate}>
                {t('Rotate')}
              </Button>
            )}
            <Button color="red" variant="light" onClick={revoke}>
              {t('Revoke')}
            </Button>
          </>
        )
      }
    >
      {key.status === 'expiring' && (
        <p className="banner">
          <Icon name="clock" />
          <span>
            {rich(
              'It was rotated and goes on working until {expires}, so that programs have time to take the new one.',
              { expires: <Exact at={key.expires_at!} /> },
            )}
          </span>
        </p>
      )}
      <Section
        title={t('About')}
        beside={
          mayAudit && (
            <Go to="/audit-trail" search={{ actor_id: key.id }}>
              {t('What was done with it')}
            </Go>
          )
        }
      >
        <Facts
          of={{
            [t('Id')]: <Copyable value={key.id} label={t('the id')} />,
            [t('Key')]: <code>{`${key.key_prefix}…${key.last_four}`}</code>,
            [t('Last used')]: (
              <>
                <When at={key.last_used_at} />
                {key.last_used_ip && t(' from {last_used_ip}', { last_used_ip: key.last_used_ip })}
              </>
            ),
            [t('Created')]: <When at={key.created_at} />,
            [t('Created by')]: <Named of={key.created_by} />,
            [t('Ends')]: <When at={key.expires_at} />,
            [t('Replaces')]: key.rotated_from && <Id of={key.rotated_from} />,
          }}
        />
      </Section>
      <Section title={t('What it may do')}>
        <ul className="words">
          {key.scopes.map((scope) => (
            <li key={scope}>
              {inWords(scope)} <code className="soft">{scope}</code>
            </li>
          ))}
        </ul>
      </Section>
      {editing}
      {rotating}
      {revoking}
    </RecordPage>
  );
}

function Edit({ of: { id, name, scopes }, close }: { of: Key; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Change “{name}”', { name })} size="xl">
      <Form
        initial={{ name, scopes: scopes as string[] }}
        of={{ path: PATH, names: { id } }}
        submit={(body, header) =>
          suite.patch(PATH, { params: { path: { id }, header }, body: body as Shown<'UpdateApiKey'> })
        }
        after={close}
        done={t('Key saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} data-autofocus {...field('name')} />
            <ScopePicker label={t('What it may do')} {...field('scopes')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const RotateKey = ({ of: { id, name }, close }: { of: Key; close: () => void }) => (
  <Rotate
    title={t('Rotate “{name}”', { name })}
    words={t('There will be a new key with the same rights. Meanwhile the old one goes on working.')}
    ends={t('The old key ends')}
    rotate={(grace_period_seconds) =>
      suite.post(`${PATH}/rotate`, { params: { path: { id } }, body: { grace_period_seconds } })
    }
    close={close}
  >
    {(made) => <NewKey title={t('The new key of “{name}”', { name })} made={made} close={close} />}
  </Rotate>
);
