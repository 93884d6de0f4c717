import { dayIn } from '../../kit/days.js';

const DAY_MS = 86_400_000;

interface Task {
  status: string;
  completed_at: string | null;
}

/** The open tasks at the end of each day of a sprint; null for days that are still to come. */
export interface Burn {
  days: string[];
  open: (number | null)[];
  /** All tasks that count. */
  all: number;
}

/** How the open tasks of a sprint became fewer. Cancelled ones do not count; what is done without a time counts from the start. */
export function burnOf(tasks: readonly Task[], from: string, to: string, today: string, zone: string): Burn {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const days = Array.from({ length: count }, (_, index) => dayIn('UTC', new Date(Date.parse(from) + index * DAY_MS)));
  const counted = tasks.filter(({ status }) => status !== 'cancelled');
  const done = counted.flatMap(({ status, completed_at }) =>
    status === 'done' ? [completed_at ? dayIn(zone, completed_at) : ''] : [],
  );
  return {
    days,
    open: days.map((day) => (day > today ? null : counted.length - done.filter((at) => at <= day).length)),
    all: counted.length,
  };
}
