import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read, type Shown } from '../../kit/index.js';
import { VALUES } from './cells.js';
import { MAX_CELLS } from './edits.js';
import { type Area, areaName, cellsIn, rangeOf } from './range.js';
import styles from './sheet.module.css';
import { sumsOf } from './sums.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** Milliseconds for which a selection stays before its numbers are asked for. */
const PAUSE_MS = 200;

interface StatusLineProps {
  id: string;
  tab: string;
  area: Area;
  /** Changes with the cells: the revision, and the edits that are on their way. */
  state: string;
}

/** Sum, average and count of the selected cells. Requested from the server, because results of formulas count. */
export function StatusLine({ id, tab, area, state }: StatusLineProps) {
  const [chosen] = useDebouncedValue(areaName(area), PAUSE_MS);
  const cells = cellsIn(area);
  const isAsked = cells > 1 && cells <= MAX_CELLS && chosen === areaName(area);
  const { data } = useQuery({
    queryKey: ['sums', id, tab, chosen, state],
    queryFn: async ({ signal }) => {
      const [from, to] = chosen.split(':');
      const query = { range: rangeOf(tab, from, to), value_render: 'raw' };
      const { values }: Shown<'Values'> = await read(VALUES, { params: { path: { id }, query }, signal });
      return sumsOf(values);
    },
    // The same cells while they change.
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled: isAsked,
  });
  return (
    <p className={styles.sums} role="status">
      {cells > MAX_CELLS && t('Sums are of at most 100,000 cells.')}
      {isAsked && data && (
        <>
          <span>{rich('Sum {sum}', { sum: <strong>{number.format(data.sum)}</strong> })}</span>
          <span>{rich('Average {average}', { average: <strong>{number.format(data.average)}</strong> })}</span>
          <span>{rich('Count {count}', { count: <strong>{number.format(data.count)}</strong> })}</span>
        </>
      )}
    </p>
  );
}

/** Without the last digits, in which sums of decimals differ from what people expect. */
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 6 });
