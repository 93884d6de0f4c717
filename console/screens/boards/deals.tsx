import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Board,
  type Filter,
  Filters,
  Go,
  Page,
  placeOf,
  Ready,
  type Shown,
  suite,
  useAsked,
  useMay,
  useName,
  useRead,
  ViewNotice,
  Views,
  withWords,
} from '../../kit/index.js';
import { ActDialog, CLOSE } from '../../kit/record/index.js';
import { money } from '../../kit/money.js';
import { useQuick } from '../../kit/quick/quick.js';
import NewDeal from '../deals/new.js';
import { QUICK_DEAL } from '../deals/quick.js';
import { CloseReason } from '../deals/reason.js';
import { Day } from './day.js';
import { Person } from './person.js';
import styles from './boards.module.css';
import { plural, t } from '../../kit/language.js';

const route = getRouteApi('/boards/deals/$id');

type Deal = Shown<'Deal'>;

const PATH = '/v1/sales/deals';

/** Beside the stages: where deals end. */
const ENDS = ['won', 'lost'] as const;

export default function Deals() {
  const { id } = route.useParams();
  const pipeline = useRead('/v1/sales/pipelines/{id}', { path: { id } });
  const may = useMay();
  const [ask, asking] = useAsked<object>();
  const [creating, create] = useState<string | null>(null);
  const quick = useQuick(QUICK_DEAL, []);
  const filters: Filter[] = [
    { name: 'owner_id', label: t('Owner'), pick: 'usr' },
    { name: 'tag', label: t('Tag') },
  ];
  const columnsOf = ({ stages }: Shown<'Pipeline'>) => [
    ...stages.map(({ id: stage_id, name }) => ({
      key: stage_id,
      title: name,
      query: { pipeline_id: id, stage_id, status: 'open', sort: 'updated_at:desc' },
    })),
    ...ENDS.map((status) => ({
      key: status as string,
      title: status === 'won' ? t('Won') : t('Lost'),
      end: true,
      query: { pipeline_id: id, status, sort: 'updated_at:desc' },
    })),
  ];
  return (
    <Ready of={pipeline}>
      {(shown) => (
        <Page
          title={shown.name}
          within={{ title: t('Deals'), to: '/deals' }}
          beside={<Go to={`/pipelines/${id}`}>{t('Pipeline')}</Go>}
          about={[
            `${plural(shown.deal_count, '{count} open deal', '{count} open deals')}`,
            // Deals of other currencies are not in the sum.
            shown.total_value > 0 && money(shown.total_value, shown.currency),
          ]
            .filter(Boolean)
            .join(', ')}
          actions={<Views key={id} of={PATH} title={t('Deals')} layout="board" filters={withWords(PATH, filters)} />}
        >
          <Filters path={PATH} of={withWords(PATH, filters)} without={['pipeline_id', 'stage_id', 'status']} />
          <ViewNotice of={PATH} />
          <Board<Deal>
            label={t('Deals of {name}', { name: shown.name })}
            path={PATH}
            filters={filters}
            columns={columnsOf(shown)}
            name={({ title }) => title}
            sum={sumOf}
            to={(deal) => placeOf(deal.id)}
            face={(deal) => (
              <>
                <strong>{money(deal.value, deal.currency)}</strong>
                <Day date={deal.expected_close_date} over={deal.status === 'open'} />
                <span className={`soft ${styles.who}`}>
                  <Owner of={deal.owner_id} />
                </span>
              </>
            )}
            undone={isEnd}
            onKey={quick.onKey}
            add={
              may('sales:write') ? { noun: t('deal'), columns: (column) => !isEnd(column), open: create } : undefined
            }
            move={
              may('sales:write')
                ? (deal, from, { column }) =>
                    isEnd(column) && !isEnd(from)
                      ? ask((answer) => (
                          <ActDialog
                            offer={CLOSE[column]}
                            names={{ id: deal.id }}
                            record={deal}
                            inputs={{ close_reason: CloseReason }}
                            close={() => answer(null)}
                            after={answer}
                          />
                        ))
                      : moveDeal(deal.id, from, column)
                : undefined
            }
          />
          {asking}
          {quick.shown}
          {creating !== null && (
            <NewDeal stay initial={{ pipeline_id: id, stage_id: creating }} close={() => create(null)} />
          )}
        </Page>
      )}
    </Ready>
  );
}

/** The owner of a deal. */
function Owner({ of: id }: { of: string | null }) {
  const name = useName(id);
  return id ? <Person name={name ?? id} /> : t('No owner');
}

const isEnd = (column: string): column is (typeof ENDS)[number] => ENDS.includes(column as never);

/** With the stage that people saw it in: whoever is second hears of it, and moves nothing back. */
function moveDeal(id: string, from: string, column: string): Promise<object> {
  const params = { path: { id } };
  if (isEnd(column)) return suite.patch('/v1/sales/deals/{id}', { params, body: { status: column } });
  const body = isEnd(from) ? ({ status: 'open' } as const) : { from_stage_id: from };
  return suite.patch('/v1/sales/deals/{id}', { params, body: { ...body, stage_id: column } });
}

/** The value of deals, apart by currency. */
function sumOf(deals: readonly Deal[]): string {
  const sums = new Map<string, number>();
  for (const { currency, value } of deals) sums.set(currency, (sums.get(currency) ?? 0) + value);
  return [...sums].map(([currency, value]) => money(value, currency)).join(' + ');
}
