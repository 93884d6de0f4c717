import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Empty, Go, Listed, Named, Page, placeOf, Status, useList, useMe, When } from '../../kit/index.js';
import { Asked } from './asked.js';

const route = getRouteApi('/reviews');

const SHOWN = [
  { value: 'me', label: 'For me' },
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All' },
];

/** Requests that wait for approvals, or did. */
export default function Approvals() {
  const { id } = useMe();
  const { show = 'me' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { me: { approver: 'me', status: 'pending' }, mine: { requested_by: id } }[show] ?? {};
  const reviews = useList('/v1/guard/reviews', { query });
  return (
    <Page
      title="Approvals"
      about="Changes that a policy lets wait until somebody agrees."
      within={{ title: 'Inbox', to: '/inbox' }}
      actions={
        <SegmentedControl
          aria-label="Show"
          data={SHOWN}
          value={show}
          onChange={(value) => void navigate({ search: value === 'me' ? {} : { show: value } })}
        />
      }
    >
      <Listed
        of={reviews}
        empty={
          <Empty icon="check" title={show === 'me' ? 'Nothing waits for you' : 'No requests yet'}>
            A policy with the effect “review” names who must agree to a change before it happens.
          </Empty>
        }
      >
        {(rows) => (
          <div className="card">
            <ul className="rows rows-two">
              {rows.map((review) => (
                <li key={review.id}>
                  <span>
                    <Status is={review.status} />{' '}
                    <Go to={placeOf(review.id)}>
                      <Asked of={review} />
                    </Go>{' '}
                    <span className="soft">
                      asked by <Named of={review.requested_by} />
                    </span>
                  </span>
                  <When at={review.created_at} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </Listed>
    </Page>
  );
}
