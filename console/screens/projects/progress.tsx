import { Share } from '../../kit/chart/stacked-bars.js';
import type { Shown } from '../../kit/index.js';

/** How far the tasks of a sprint have come. */
export const Progress = ({ of: { name, progress } }: { of: Pick<Shown<'Sprint'>, 'name' | 'progress'> }) =>
  progress.total ? (
    <Share
      label={`Progress of ${name}`}
      parts={[
        { name: 'done', value: progress.done },
        { name: 'in review', value: progress.in_review },
        { name: 'in progress', value: progress.in_progress },
        { name: 'to do', value: progress.todo },
        { name: 'cancelled', value: progress.cancelled },
      ]}
    />
  ) : (
    <span className="soft">No tasks yet</span>
  );
