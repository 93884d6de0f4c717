import { Share } from '../../kit/chart/stacked-bars.js';
import type { Shown } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** How far the tasks of a sprint have come. */
export const Progress = ({ of: { name, progress } }: { of: Pick<Shown<'Sprint'>, 'name' | 'progress'> }) =>
  progress.total ? (
    <Share
      label={t('Progress of {name}', { name })}
      parts={[
        { name: 'done', value: progress.done },
        { name: t('in review'), value: progress.in_review },
        { name: t('in progress'), value: progress.in_progress },
        { name: t('to do'), value: progress.todo },
        { name: 'cancelled', value: progress.cancelled },
      ]}
    />
  ) : (
    <span className="soft">{t('No tasks yet')}</span>
  );
