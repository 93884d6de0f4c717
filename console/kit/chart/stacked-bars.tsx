import styles from './chart.module.css';
import { t } from '../language.js';

export interface Bar {
  /** A key, where two bars have one name. Default: the name. */
  id?: string;
  name: string;
  /** A value for each series, in their order. */
  values: readonly number[];
}

interface BarsProps {
  /** The subject of the picture: `Hours by user`. */
  label: string;
  /** The parts of each bar, the first one on the left: `['Billable', 'Other']`. A single one needs no legend. */
  series: readonly string[];
  bars: readonly Bar[];
  /** A sum in words. */
  format: (value: number) => string;
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

/** Bars from left to right, one below the other. It is a picture, so the same figures stand in a table beside it. */
export function StackedBars({ label, series, bars, format }: BarsProps) {
  const most = Math.max(...bars.map(({ values }) => sum(values)), 0) || 1;
  return (
    <figure className={styles.figure}>
      {series.length > 1 && <Legend of={series} />}
      <div className={styles.bars} role="img" aria-label={t('{label}. The figures are in the table.', { label })}>
        {bars.map(({ id, name, values }) => (
          <div key={id ?? name} className={styles.bar} title={`${name}: ${format(sum(values))}`}>
            <span className={styles.name}>{name}</span>
            <span className={styles.track}>
              {values.map((value, index) => (
                <span key={series[index]} data-series={index} style={{ width: `${(value / most) * 100}%` }} />
              ))}
            </span>
            <span className={styles.value}>{format(sum(values))}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}

const Legend = ({ of }: { of: readonly string[] }) => (
  <figcaption className={styles.legend}>
    {of.map((name, index) => (
      <span key={name}>
        <span className={styles.key} data-series={index} /> {name}
      </span>
    ))}
  </figcaption>
);

interface ShareProps {
  label: string;
  parts: readonly { name: string; value: number }[];
}

/** How a whole is divided, as one bar with its parts named in words. */
export function Share({ label, parts }: ShareProps) {
  const shown = parts.map((part, index) => ({ ...part, index })).filter(({ value }) => value > 0);
  const all = sum(parts.map(({ value }) => value)) || 1;
  return (
    <figure className={styles.figure} aria-label={label}>
      <div className={styles.track} aria-hidden>
        {shown.map(({ name, value, index }) => (
          <span key={name} data-series={index} style={{ width: `${(value / all) * 100}%` }} />
        ))}
      </div>
      <figcaption className={styles.legend}>
        {shown.map(({ name, value, index }) => (
          <span key={name}>
            <span className={styles.key} data-series={index} /> {value.toLocaleString()} {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
