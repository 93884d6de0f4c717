import { useMemo } from 'react';
import {
  type Column,
  type Filter,
  Go,
  ListPage,
  NameOf,
  orderBy,
  type Shown,
  Status,
  useList,
} from '../../kit/index.js';
import { type Ask, QuickValue, useQuick } from '../../kit/quick/quick.js';
import { Day } from '../boards/day.js';
import { ImportButton } from '../imports/link.js';
import NewDeal from './new.js';
import { QUICK_DEAL } from './quick.js';
import { StageOf } from './stage.js';
import { DealValue } from './value.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const FILTERS: Filter[] = [
  { name: 'q', label: t('Find'), placeholder: t('Title') },
  { name: 'status', label: t('Status'), options: ['open', 'won', 'lost', 'archived'] },
  { name: 'pipeline_id', label: t('Pipeline'), pick: 'pip', placeholder: t('Any') },
  { name: 'owner_id', label: t('Owner'), pick: 'usr' },
  { name: 'tag', label: t('Tag') },
  orderBy(t('Newest first'), {
    'value:desc': t('Largest first'),
    'expected_close_date:asc': t('Closing soonest first'),
    'updated_at:desc': t('Last changed first'),
  }),
];

const columnsWith = (ask: Ask<Shown<'Deal'>> | undefined): Column<Shown<'Deal'>>[] => [
  { title: t('Title'), cell: ({ title }) => title, sort: 'title' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, from: 'sm', width: '6.5rem' },
  {
    title: t('Stage'),
    cell: (deal) => (
      <QuickValue
        row={deal}
        of="s"
        label={t('Stage of {title}', { title: deal.title })}
        ask={deal.status === 'open' ? ask : undefined}
      >
        <StageOf of={deal} />
      </QuickValue>
    ),
    from: 'md',
    width: '10rem',
  },
  {
    title: t('Value'),
    cell: (deal) => <DealValue of={deal} />,
    width: '8.5rem',
    align: 'right',
    sort: 'value',
  },
  {
    title: t('Closes'),
    cell: (deal) => (
      <QuickValue row={deal} of="d" label={t('Close date of {title}', { title: deal.title })} ask={ask}>
        {deal.expected_close_date ? (
          <Day date={deal.expected_close_date} over={deal.status === 'open'} />
        ) : (
          <span className="soft">—</span>
        )}
      </QuickValue>
    ),
    from: 'md',
    width: '10rem',
    sort: 'expected_close_date',
  },
  {
    title: t('Owner'),
    cell: (deal) => (
      <QuickValue row={deal} of="a" label={t('Owner of {title}', { title: deal.title })} ask={ask}>
        {deal.owner_id ? <NameOf id={deal.owner_id} /> : <span className="soft">—</span>}
      </QuickValue>
    ),
    from: 'lg',
    width: '11rem',
  },
];

export default function Deals() {
  const list = useList('/v1/sales/deals', { filters: FILTERS });
  const quick = useQuick(QUICK_DEAL, list.rows);
  const columns = useMemo(() => columnsWith(quick.ask), [quick.ask]);
  return (
    <ListPage
      title={t('Deals')}
      about={rich('{link} show deals by stage, the {link2} what they come to.', {
        link: <Go to="/boards">{t('Boards')}</Go>,
        link2: <Go to="/forecast">{t('forecast')}</Go>,
      })}
      list={list}
      filters={FILTERS}
      columns={columns}
      onKey={quick.onKey}
      quick={quick.shown}
      to={({ id }) => `/deals/${id}`}
      bulk={{ of: 'deal', needs: 'sales:write' }}
      buttons={<ImportButton of="deal" needs="sales:write" />}
      make={{ button: t('New deal'), needs: 'sales:write', dialog: (close) => <NewDeal close={close} /> }}
      empty={{ icon: 'board', title: t('No deals yet'), words: t('A deal is something that you may sell.') }}
    />
  );
}
