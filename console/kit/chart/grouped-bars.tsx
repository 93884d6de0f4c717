import { useElementSize } from '@mantine/hooks';
import { niceStep } from './axis.js';
import styles from './grouped-bars.module.css';

export interface Bar {
  name: string;
  /** One for each series. */
  values: readonly number[];
}

interface ChartProps {
  /** The title: what is counted, and of what. */
  label: string;
  /** The names of the series, in the order of the values. */
  series: readonly string[];
  bars: readonly Bar[];
  shown: (value: number) => string;
}

const BAR = 12;
const GAP = 14;
const NAME = 18;
const FOOT = 22;
/** Ticks of the axis, if the width allows it. */
const TICKS = 4;
const TICK_PIXELS = 90;

/**
 * Horizontal bars, several for each name. For screen readers it is one picture, so the numbers belong into a table beside it.
 * The page that shows it is loaded when it is opened, and with it this.
 */
export function GroupedBars({ label, series, bars, shown }: ChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const most = Math.max(0, ...bars.flatMap(({ values }) => values));
  const step = niceStep(most / Math.max(1, Math.min(TICKS, Math.floor(width / TICK_PIXELS))));
  const end = Math.max(step, Math.ceil(most / step) * step);
  const group = NAME + series.length * (BAR + 2) + GAP;
  const height = bars.length * group + FOOT;
  const x = (value: number) => (Math.max(0, value) / end) * Math.max(0, width - 1);
  const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, index) => index * step);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.legend}>
        {series.map((name, index) => (
          <span key={name}>
            <i className={styles.key} data-series={index} aria-hidden /> {name}
          </span>
        ))}
      </figcaption>
      {/* As high as the chart before its width is known, so that nothing below is moved. */}
      <div ref={ref} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={label} className={styles.chart}>
            {ticks.map((tick) => (
              <g key={tick} className={styles.tick}>
                <line x1={x(tick) + 0.5} x2={x(tick) + 0.5} y1={0} y2={height - FOOT} />
                <text x={x(tick)} y={height - 6} textAnchor={tick === 0 ? 'start' : tick === end ? 'end' : 'middle'}>
                  {shown(tick)}
                </text>
              </g>
            ))}
            {bars.map(({ name, values }, place) => (
              <g key={name} transform={`translate(0 ${place * group})`}>
                <text x={4} y={NAME - 5} className={styles.name}>
                  {name}
                </text>
                {values.map((value, index) => (
                  <rect
                    key={series[index]}
                    className={styles.bar}
                    data-series={index}
                    y={NAME + index * (BAR + 2)}
                    width={value > 0 ? Math.max(2, x(value)) : 0}
                    height={BAR}
                    rx={3}
                  >
                    <title>{`${name}, ${series[index]}: ${shown(value)}`}</title>
                  </rect>
                ))}
              </g>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}
