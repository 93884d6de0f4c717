import type { ReactNode } from 'react';
import {
  type Column,
  type Filter,
  Go,
  ListPage,
  NameOf,
  orderBy,
  type Shown,
  Status,
  suite,
  useList,
  useMay,
} from '../../kit/index.js';
import { Inline } from '../../kit/inline.js';
import { Day } from '../boards/day.js';
import { money } from '../../kit/money.js';
import NewDeal from './new.js';
import { StageOf } from './stage.js';

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
    cell: (deal) => (
      <Change of={deal} label="Value" type="number" value={String(deal.value)} field="value">
        {money(deal.value, deal.currency)}
      </Change>
    ),
    width: '8.5rem',
    align: 'right',
    sort: 'value',
  },
  {
    title: 'Closes',
    cell: (deal) => (
      <Change
        of={deal}
        label="Expected close date"
        type="date"
        value={deal.expected_close_date ?? ''}
        field="expected_close_date"
      >
        {deal.expected_close_date ? (
          <Day date={deal.expected_close_date} over={deal.status === 'open'} />
        ) : (
          <span className="soft">—</span>
        )}
      </Change>
    ),
    from: 'md',
    width: '10rem',
    sort: 'expected_close_date',
  },
  {
    title: 'Owner',
    cell: (deal) => (
      <Change of={deal} label="Owner" type="user" value={deal.owner_id ?? ''} field="owner_id">
        {deal.owner_id ? <NameOf id={deal.owner_id} /> : <span className="soft">—</span>}
      </Change>
    ),
    from: 'lg',
    width: '11rem',
  },
];

interface ChangeProps {
  of: Shown<'Deal'>;
  label: string;
  type: 'number' | 'date' | 'user';
  field: 'value' | 'expected_close_date' | 'owner_id';
  value: string;
  children: ReactNode;
}

/** A plain field of a deal in its row, to be changed by those who may. */
function Change({ of: { id, title }, label, type, field, value, children }: ChangeProps) {
  if (!useMay()('sales:write')) return children;
  return (
    <Inline
      label={`${label} of ${title}`}
      type={type}
      value={value}
      save={(typed) =>
        suite.patch('/v1/sales/deals/{id}', { params: { path: { id } }, body: { [field]: sent(typed, type) } })
      }
    >
      {children}
    </Inline>
  );
}

/** A text that is no number goes as it is, so that the server says what is wrong with it. */
const sent = (typed: string, type: ChangeProps['type']) =>
  type === 'number' && typed.trim() !== '' && !Number.isNaN(Number(typed)) ? Number(typed) : typed || null;

export default function Deals() {
  const list = useList('/v1/sales/deals', { filters: FILTERS });
  return (
    <ListPage
      title="Deals"
      about={
        <>
          All deals as a list. <Go to="/boards">Boards</Go> show them by stage, the <Go to="/forecast">forecast</Go>{' '}
          what they come to.
        </>
      }
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/deals/${id}`}
      bulk={{ of: 'deal', needs: 'sales:write' }}
      make={{ button: 'New deal', needs: 'sales:write', dialog: (close) => <NewDeal close={close} /> }}
      empty={{ icon: 'board', title: 'No deals yet', words: 'A deal is something that you may sell.' }}
    />
  );
}
