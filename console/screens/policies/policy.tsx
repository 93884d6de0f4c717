import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  type IfMatch,
  ReadRecord,
  RecordPage,
  Section,
  type Shown,
  Status,
  suite,
  useDialog,
  useMay,
} from '../../kit/index.js';
import { Explain } from './explain.js';
import { Effect } from './list.js';
import { Idle, Sentence } from './sentence.js';
import { Outcome, TryIt } from './simulation.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/policies/$id');

type Policy = Shown<'Policy'>;

const PATH = '/v1/guard/policies/{id}';

/** How far back a policy is tried before it is activated. */
const TRIED_DAYS = 30;

export default function OnePolicy() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: policy }: { of: Policy }) {
  const { id, name, status, effect } = policy;
  const params = { path: { id } };
  const record = { path: PATH, names: { id } } as const;
  const may = useMay()('guard:write');
  const navigate = useNavigate();
  const become = (status: Policy['status']) => ({
    work: (header: IfMatch) => suite.patch(PATH, { params: { ...params, header }, body: { status } }),
    tries: { ...record, method: 'patch', body: { status } } as const,
  });
  const [activate, activating] = useDialog((close) => (
    <Confirm
      title={t('Activate “{name}”?', { name })}
      button={t('Activate')}
      calm
      of={record}
      {...become('active')}
      done={t('The policy is active.')}
      close={close}
    >
      {effect !== 'allow' ? (
        <div className="stack">
          <p>
            {t('It takes effect within a second. This is what it would have {what} in the last {days} days:', {
              what: effect === 'deny' ? t('refused') : t('asked about'),
              days: TRIED_DAYS,
            })}
          </p>
          <Outcome of={{ policy_id: id, days: TRIED_DAYS }} />
        </div>
      ) : (
        t('It gives nobody a right and refuses nothing: it only counts when a case is explained.')
      )}
    </Confirm>
  ));
  const [deactivate, deactivating] = useDialog((close) => (
    <Confirm
      title={t('Deactivate “{name}”?', { name })}
      button={t('Deactivate')}
      of={record}
      {...become('inactive')}
      done={t('The policy is no longer active.')}
      close={close}
    >
      {effect === 'review'
        ? t('Changes need its approvals no more within a second. What waits still needs them.')
        : effect === 'deny'
          ? t('What it denies is possible again within a second, as far as roles and other policies let it.')
          : t('It does not count any more when a case is explained. Nobody can do less.')}
    </Confirm>
  ));
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Delete “{name}”?', { name })}
      button={t('Delete')}
      of={record}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      tries={{ ...record, method: 'delete' }}
      done={t('Policy deleted.')}
      after={() => navigate({ to: '/policies' })}
      close={close}
    >
      {t('It is not active now. This cannot be undone; what it said stays in the audit log.')}
    </Confirm>
  ));
  return (
    <RecordPage
      of={record}
      title={name}
      within={{ title: t('Policies'), to: '/policies' }}
      beside={
        <>
          <Effect is={effect} />
          <Status is={status} />
        </>
      }
      actions={
        may && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="edit" size={16} />}
              onClick={() => void navigate({ to: '/policies/$id/edit', params: { id } })}
            >
              {t('Edit')}
            </Button>
            {status === 'active' ? (
              <Button variant="default" leftSection={<Icon name="pause" size={16} />} onClick={deactivate}>
                {t('Deactivate')}
              </Button>
            ) : (
              <>
                <Button color="red" variant="light" onClick={remove}>
                  {t('Delete')}
                </Button>
                <Button leftSection={<Icon name="play" size={16} />} onClick={activate}>
                  {t('Activate')}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Section title={t('What it says')}>
        <p className="sentence">
          <Sentence of={policy} />
        </p>
        <Idle of={policy} />
      </Section>
      <div className="cards part">
        <Explain id={id} of={policy} />
        {effect !== 'allow' && <TryIt id={id} />}
      </div>
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Id')]: <Copyable value={id} label={t('the id')} />,
            [t('Created')]: <Exact at={policy.created_at} />,
            [t('Changed')]: <Exact at={policy.updated_at} />,
          }}
        />
        <details className="part">
          <summary>{t('As JSON')}</summary>
          <pre className="json" tabIndex={0}>
            {JSON.stringify(policy, null, 2)}
          </pre>
        </details>
      </Section>
      {activating}
      {deactivating}
      {removing}
    </RecordPage>
  );
}
