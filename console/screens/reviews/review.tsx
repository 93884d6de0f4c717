import { Button, Textarea } from '@mantine/core';
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
  useAction,
  useDialog,
  useMe,
} from '../../kit/index.js';
import { WrittenChanges } from '../../kit/preview/written-changes.js';
import { Asked } from './asked.js';

const route = getRouteApi('/reviews/$id');
const PATH = '/v1/guard/reviews/{id}';

type Review = Shown<'ReviewDetails'>;

export default function OneReview() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

/** Why a request was not run, for codes that the server says. */
const REASONS: Record<string, string> = { stale: 'The record was changed meanwhile. Ask again.' };

const WAYS: Record<string, string> = { session: 'signed in', app: 'by an app', api_key: 'by an API key' };

function One({ of: review }: { of: Review }) {
  const { id, status, requested_by, approved_by, decided_by, decided_at, reason, expires_at } = review;
  const params = { path: { id } };
  const { id: me } = useMe();
  const [now, setNow] = useState<Shown<'ReviewForecast'> | null>(null);
  const { changes: shown, hidden } = now ?? review.preview;
  const look = useAction(() => suite.post(`${PATH}/preview`, { params }), { after: setNow });
  const isOpen = status === 'pending';
  const approve = useAction(() => suite.post(`${PATH}/approve`, { params }), { done: 'Approved.' });
  const cancel = useAction(() => suite.post(`${PATH}/cancel`, { params }), { done: 'The request is cancelled.' });
  const [reject, rejecting] = useDialog((close) => (
    <Dialog onClose={close} title="Reject the request">
      <Form
        initial={{ reason: '' }}
        needs={{ reason: 'Say why.' }}
        submit={(body) => suite.post(`${PATH}/reject`, { params, body })}
        after={close}
        done="The request is rejected."
        button="Reject"
        cancel={close}
      >
        {(field) => <Textarea label="Why" autosize minRows={2} {...field('reason')} />}
      </Form>
    </Dialog>
  ));
  const problem = approve.error ?? cancel.error ?? look.error;
  return (
    <Page
      title="Request for approval"
      within={{ title: 'Approvals', to: '/reviews' }}
      beside={<Status is={status} />}
      actions={
        isOpen &&
        (requested_by === me ? (
          <Button variant="default" loading={cancel.running} onClick={cancel.run}>
            Cancel request
          </Button>
        ) : (
          <>
            <Button loading={approve.running} onClick={approve.run}>
              Approve
            </Button>
            <Button variant="default" onClick={reject}>
              Reject
            </Button>
          </>
        ))
      }
    >
      {problem && <Problem error={problem} />}
      {rejecting}
      <Section title={isOpen ? 'What would change' : 'What was asked'}>
        <p>
          <Asked of={review} />
        </p>
        <WrittenChanges of={shown as never} links={(record) => review.resource_ids.includes(record)} />
        {hidden > 0 && (
          <Calm icon="lock">
            Some of it concerns records that you may not read.
            {isOpen && requested_by !== me && ' Only somebody who may read all of them can approve it.'}
          </Calm>
        )}
        {isOpen && (
          <p>
            <Button variant="subtle" size="compact-sm" loading={look.running} onClick={look.run}>
              Try it now
            </Button>{' '}
            {now && (
              <span role="status">
                {now.fails ? `It would fail: ${REASONS[now.fails] ?? now.fails}` : 'It would do this now.'}
              </span>
            )}
          </p>
        )}
      </Section>
      <Section title="About">
        <Facts
          of={{
            'Asked by': (
              <>
                <Named of={requested_by} /> <span className="soft">{WAYS[review.requested_through]}</span>
              </>
            ),
            Needs: review.needs.map(({ policy_id, policy_name, approvals }) => (
              <div key={policy_id}>
                {approvals === 1 ? 'One approval' : `${approvals} approvals`} for <Id of={policy_id} as={policy_name} />
              </div>
            )),
            'Approved by': approved_by.length > 0 && approved_by.map((person) => <Named key={person} of={person} />),
            'Decided by': decided_by && !approved_by.includes(decided_by) && <Named of={decided_by} />,
            Decided: decided_at && <Exact at={decided_at} />,
            Reason: reason && (REASONS[reason] ?? reason),
            Expires: isOpen && <Exact at={expires_at} />,
          }}
        />
      </Section>
    </Page>
  );
}
