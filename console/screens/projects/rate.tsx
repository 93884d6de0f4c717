import { useRead } from '../../kit/index.js';
import { money } from '../../kit/money.js';

/** An hourly rate, in the currency of time tracking. */
export function Rate({ of }: { of: number }) {
  const { data } = useRead('/v1/project/settings');
  return <>{data && money(of, data.currency)}</>;
}
