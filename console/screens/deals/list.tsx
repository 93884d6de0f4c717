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

const FILTERS: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'Title' },
  { name: 'status', label: 'Status', options: ['open', 'won', 'lost', 'archived'] },
  { name: 'pipeline_id', label: 'Pipeline', pick: 'pip', placeholder: 'Any' },
  { name: 'owner_id', label: 'Owner', pick: 'usr' },
  { name: 'tag', label: 'Tag' },
  orderBy('Newest first', {
    'value:desc': 'Largest first',
    'expected_close_date:asc': 'Closing soonest first',
    'updated_at:desc': 'Last changed first',
  }),
];

const columnsWith = (ask: Ask<Shown<'Deal'>> | undefined): Column<Shown<'Deal'>>[] => [
  { title: 'Title', cell: ({ title }) => title, sort: 'title' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, from: 'sm', width: '6.5rem' },
  {
    title: 'Stage',
    cell: (deal) => (
      <QuickValue row={deal} of="s" label={`Stage of ${deal.title}`} ask={deal.status === 'open' ? ask : undefined}>
        <StageOf of={deal} />
      </QuickValue>
    ),
    from: 'md',
    width: '10rem',
  },
  {
    title: 'Value',
    cell: (deal) => <DealValue of={deal} />,
    width: '8.5rem',
    align: 'right',
    sort: 'value',
  },
  {
    title: 'Closes',
    cell: (deal) => (
      <QuickValue row={deal} of="d" label={`Close date of ${deal.title}`} ask={ask}>
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
    title: 'Owner',
    cell: (deal) => (
      <QuickValue row={deal} of="a" label={`Owner of ${deal.title}`} ask={ask}>
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
      title="Deals"
      about={
        <>
          <Go to="/boards">Boards</Go> show deals by stage, the <Go to="/forecast">forecast</Go> what they come to.
        </>
      }
      list={list}
      filters={FILTERS}
      columns={columns}
      onKey={quick.onKey}
      quick={quick.shown}
      to={({ id }) => `/deals/${id}`}
      bulk={{ of: 'deal', needs: 'sales:write' }}
      buttons={<ImportButton of="deal" needs="sales:write" />}
      make={{ button: 'New deal', needs: 'sales:write', dialog: (close) => <NewDeal close={close} /> }}
      empty={{ icon: 'board', title: 'No deals yet', words: 'A deal is something that you may sell.' }}
    />
  );
}
