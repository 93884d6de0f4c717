import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Empty, Go, Listed, Named, Page, placeOf, Status, useList, useMe, When } from '../../kit/index.js';
import { Asked } from './asked.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/reviews');

const SHOWN = [
  { value: 'me', label: t('For me') },
  { value: 'mine', label: t('Mine') },
  { value: 'all', label: t('All') },
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
      title={t('Approvals')}
      about={t('Changes that a policy lets wait until somebody agrees.')}
      within={{ title: t('Inbox'), to: '/inbox' }}
      actions={
        <SegmentedControl
          aria-label={t('Show')}
          data={SHOWN}
          value={show}
          onChange={(value) => void navigate({ search: value === 'me' ? {} : { show: value } })}
        />
      }
    >
      <Listed
        of={reviews}
        empty={
          <Empty icon="check" title={show === 'me' ? t('Nothing waits for you') : t('No requests yet')}>
            {t('A policy with the effect “review” names who must agree to a change before it happens.')}
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
                      {rich('asked by {requested_by}', { requested_by: <Named of={review.requested_by} /> })}
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
