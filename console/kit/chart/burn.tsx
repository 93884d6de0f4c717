import styles from './chart.module.css';
import { t } from '../language.js';

interface BurnProps {
  label: string;
  of: { days: readonly string[]; open: readonly (number | null)[]; all: number };
}

/** The size of the picture, and the room at its edges for words. */
const [WIDTH, HEIGHT, EDGE] = [640, 200, 28];

const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const inWords = (day: string) => short.format(new Date(`${day}T00:00:00Z`));

/** The number of open things by day, beside a straight line to none. The same numbers stand in a table. */
export function Burn({ label, of: { days, open, all } }: BurnProps) {
  const x = (index: number) => EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, days.length - 1);
  const y = (value: number) => HEIGHT - EDGE - (value * (HEIGHT - 2 * EDGE)) / Math.max(1, all);
  const known = open.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  const last = known.at(-1);
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.lines}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('{label}. The numbers are in the table.', { label })}
      >
        <line x1={x(0)} y1={y(all)} x2={x(days.length - 1)} y2={y(0)} stroke="var(--line)" strokeDasharray="4 4" />
        <line x1={EDGE} y1={y(0)} x2={WIDTH - EDGE} y2={y(0)} stroke="var(--line)" />
        <polyline
          points={known.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
        />
        {last && <circle cx={x(last.index)} cy={y(last.value)} r={4} fill="var(--accent)" />}
        <text x={EDGE - 6} y={y(all) + 4} textAnchor="end">
          {all}
        </text>
        <text x={EDGE - 6} y={y(0) + 4} textAnchor="end">
          0
        </text>
        <text x={EDGE} y={HEIGHT - 8}>
          {inWords(days[0]!)}
        </text>
        <text x={WIDTH - EDGE} y={HEIGHT - 8} textAnchor="end">
          {inWords(days.at(-1)!)}
        </text>
      </svg>
      <details>
        <summary>{t('{label}, as a table', { label })}</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Open')}</th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ index, value }) => (
              <tr key={index}>
                <th scope="row">{inWords(days[index]!)}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
