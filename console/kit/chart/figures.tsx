import type { ReactNode } from 'react';

interface FiguresProps {
  /** A label for screen readers. */
  label: string;
  heads: readonly string[];
  /** The first cell names the row; the others are numbers. */
  rows: readonly (readonly ReactNode[])[];
  /** The sums below. */
  foot?: readonly ReactNode[];
}

/** A short table of numbers, such as those of a chart. */
export const Figures = ({ label, heads, rows, foot }: FiguresProps) => (
  <div className="figures" role="region" aria-label={label} tabIndex={0}>
    <table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...numbers], index) => (
          <tr key={index}>
            <th scope="row">{name}</th>
            {numbers.map((number, place) => (
              <td key={heads[place + 1]}>{number}</td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            <th scope="row">{foot[0]}</th>
            {foot.slice(1).map((number, place) => (
              <td key={heads[place + 1]}>{number}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  </div>
);
