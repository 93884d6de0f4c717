/** The total of a list as the API gives it. */
export interface Total {
  total: number;
  /** More records match than `total` says. */
  total_relation?: 'gte';
}

/** The total of a list as text, such as `10,000+`. */
export const shownTotal = ({ total, total_relation }: Total): string =>
  `${total.toLocaleString()}${total_relation ? '+' : ''}`;
