import {
  type Column,
  type Filter,
  Go,
  ListPage,
  Named,
  orderBy,
  type Shown,
  Status,
  useList,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { money } from './money.js';
import { StageInput, StageOf } from './stage.js';

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

const COLUMNS: Column<Shown<'Deal'>>[] = [
  { title: 'Title', cell: ({ title }) => title, sort: 'title' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, from: 'sm', width: '6.5rem' },
  { title: 'Stage', cell: (deal) => <StageOf of={deal} />, from: 'md', width: '10rem' },
  {
    title: 'Value',
    cell: ({ value, currency }) => money(value, currency),
    width: '7.5rem',
    align: 'right',
    sort: 'value',
  },
  {
    title: 'Closes',
    cell: ({ expected_close_date, status }) => <Day date={expected_close_date} over={status === 'open'} />,
    from: 'md',
    width: '9rem',
    sort: 'expected_close_date',
  },
  { title: 'Owner', cell: ({ owner_id }) => owner_id && <Named of={owner_id} />, from: 'lg', width: '10rem' },
];

export const NewDeal = ({ close }: { close: () => void }) => (
  <Make path="/v1/sales/deals" title="Deals" inputs={{ stage_id: StageInput }} close={close} />
);

export default function Deals() {
  const list = useList('/v1/sales/deals', { filters: FILTERS });
  return (
    <ListPage
      title="Deals"
      about={
        <>
          All deals as a list. <Go to="/boards">Boards</Go> show them by stage.
        </>
      }
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/deals/${id}`}
      make={{ button: 'New deal', needs: 'sales:write', dialog: (close) => <NewDeal close={close} /> }}
      empty={{ icon: 'board', title: 'No deals yet', words: 'A deal is something that you may sell.' }}
    />
  );
}
