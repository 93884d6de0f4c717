import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Calm,
  Dialog,
  Exact,
  Facts,
  Form,
  Id,
  Named,
  Page,
  Problem,
  ReadRecord,
  Section,
  type Shown,
  Status,
  suite,
  TextArea,
  useAction,
  useDialog,
  useMe,
} from '../../kit/index.js';
import { WrittenChanges } from '../../kit/preview/written-changes.js';
import { Asked } from './asked.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/reviews/$id');
const PATH = '/v1/guard/reviews/{id}';

type Review = Shown<'ReviewDetails'>;

export default function OneReview() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

/** Why a request was not run, for codes that the server says. */
const REASONS: Record<string, string> = { stale: t('The record was changed meanwhile. Ask again.') };

const WAYS: Record<string, string> = { session: t('signed in'), app: t('by an app'), api_key: t('by an API key') };

function One({ of: review }: { of: Review }) {
  const { id, status, requested_by, approved_by, decided_by, decided_at, reason, expires_at } = review;
  const params = { path: { id } };
  const { id: me } = useMe();
  const [now, setNow] = useState<Shown<'ReviewForecast'> | null>(null);
  const { changes: shown, hidden } = now ?? review.preview;
  const look = useAction(() => suite.post(`${PATH}/preview`, { params }), { after: setNow });
  const isOpen = status === 'pending';
  const approve = useAction(() => suite.post(`${PATH}/approve`, { params }), { done: t('Approved.') });
  const cancel = useAction(() => suite.post(`${PATH}/cancel`, { params }), { done: t('The request is cancelled.') });
  const [reject, rejecting] = useDialog((close) => (
    <Dialog onClose={close} title={t('Reject the request')}>
      <Form
        initial={{ reason: '' }}
        needs={{ reason: t('Say why.') }}
        submit={(body) => suite.post(`${PATH}/reject`, { params, body })}
        after={close}
        done={t('The request is rejected.')}
        button={t('Reject')}
        cancel={close}
      >
        {(field) => <TextArea label={t('Why')} minRows={2} {...field('reason')} />}
      </Form>
    </Dialog>
  ));
  const problem = approve.error ?? cancel.error ?? look.error;
  return (
    <Page
      title={t('Request for approval')}
      within={{ title: t('Approvals'), to: '/reviews' }}
      beside={<Status is={status} />}
      actions={
        isOpen &&
        (requested_by === me ? (
          <Button variant="default" loading={cancel.running} onClick={cancel.run}>
            {t('Cancel request')}
          </Button>
        ) : (
          <>
            <Button loading={approve.running} onClick={approve.run}>
              {t('Approve')}
            </Button>
            <Button variant="default" onClick={reject}>
              {t('Reject')}
            </Button>
          </>
        ))
      }
    >
      {problem && <Problem error={problem} />}
      {rejecting}
      <Section title={isOpen ? t('What would change') : t('What was asked')}>
        <p>
          <Asked of={review} />
        </p>
        <WrittenChanges of={shown as never} links={(record) => review.resource_ids.includes(record)} />
        {hidden > 0 && (
          <Calm icon="lock">
            {t('Some of it concerns records that you may not read.{what}', {
              what: isOpen && requested_by !== me && t(' Only somebody who may read all of them can approve it.'),
            })}
          </Calm>
        )}
        {isOpen && (
          <p>
            <Button variant="subtle" size="compact-sm" loading={look.running} onClick={look.run}>
              {t('Try it now')}
            </Button>{' '}
            {now && (
              <span role="status">
                {now.fails
                  ? t('It would fail: {reason}', { reason: REASONS[now.fails] ?? now.fails })
                  : t('It would do this now.')}
              </span>
            )}
          </p>
        )}
      </Section>
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Asked by')]: (
              <>
                <Named of={requested_by} /> <span className="soft">{WAYS[review.requested_through]}</span>
              </>
            ),
            [t('Needs')]: review.needs.map(({ policy_id, policy_name, approvals }) => (
              <div key={policy_id}>
                {rich('{what} for {policy}', {
                  what: approvals === 1 ? t('One approval') : t('{approvals} approvals', { approvals }),
                  policy: <Id of={policy_id} as={policy_name} />,
                })}
              </div>
            )),
            [t('Approved by')]:
              approved_by.length > 0 && approved_by.map((person) => <Named key={person} of={person} />),
            [t('Decided by')]: decided_by && !approved_by.includes(decided_by) && <Named of={decided_by} />,
            [t('Decided')]: decided_at && <Exact at={decided_at} />,
            [t('Reason')]: reason && (REASONS[reason] ?? reason),
            [t('Expires')]: isOpen && <Exact at={expires_at} />,
          }}
        />
      </Section>
    </Page>
  );
}
