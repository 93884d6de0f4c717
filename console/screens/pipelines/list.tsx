import { type Column, type Filter, ListPage, type Row, useList, When } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { money } from '../../kit/money.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [{ name: 'q', label: t('Find'), placeholder: t('Name') }];

const COLUMNS: Column<Row<'/v1/sales/pipelines'>>[] = [
  { title: t('Name'), cell: ({ name }) => name, sort: 'name' },
  { title: t('Stages'), cell: ({ stage_count }) => stage_count, from: 'sm', width: '6rem', align: 'right' },
  {
    title: t('Open deals'),
    cell: ({ deal_count }) => deal_count.toLocaleString(),
    width: '7.5rem',
    align: 'right',
  },
  {
    title: t('Value'),
    cell: ({ total_value, currency }) => money(total_value, currency),
    from: 'md',
    width: '9rem',
    align: 'right',
  },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} />, from: 'md', width: '9rem' },
];

export default function Pipelines() {
  const list = useList('/v1/sales/pipelines', { filters: FILTERS });
  return (
    <ListPage
      title={t('Pipelines')}
      about={t('The stages that a deal passes on its way.')}
      list={list}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/pipelines/${id}`}
      make={{
        button: t('New pipeline'),
        needs: 'sales:write',
        dialog: (close) => <Make path="/v1/sales/pipelines" list="Pipelines" close={close} />,
      }}
      empty={{ icon: 'filter', title: t('No pipelines yet'), words: t('Deals need one: create one with its stages.') }}
    />
  );
}
