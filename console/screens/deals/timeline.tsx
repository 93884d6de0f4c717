import { Icon, Named, type Row, type Shown, useList, When, worded } from '../../kit/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { Activities, created, Happened } from './activities.js';
import { useEdits } from './changes.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const HISTORY = '/v1/sales/deals/{id}/history';

/** Activities of a deal, the stages that it came to, edits, and its beginning and end. */
export function Timeline({ of: deal }: { of: Shown<'Deal'> }) {
  const { id, created_at, closed_at, status, close_reason } = deal;
  const history = useList(HISTORY, { path: { id }, query: { sort: 'entered_at:desc' } });
  const edits = useEdits(id, 'sales.deal');
  const rows = history.rows.map((stay) => ({
    at: stay.entered_at,
    key: stay.stage_id + stay.entered_at,
    shown: <Stay of={stay} />,
  }));
  const end = closed_at !== null && {
    at: closed_at,
    key: 'end',
    shown: (
      <Happened icon={status === 'won' ? 'check' : 'close'} at={closed_at}>
        <strong>{worded(status)}</strong>
        {close_reason && `: ${close_reason}`}
      </Happened>
    ),
  };
  return (
    <Activities
      path="/v1/sales/deals/{id}/activities"
      prefix="deal"
      id={id}
      beside={[{ ...history, rows }, edits]}
      known={[...(end ? [end] : []), created(created_at)]}
    />
  );
}

const Stay = ({ of: { stage_name, entered_at, left_at, moved_by, duration_seconds } }: { of: Row<typeof HISTORY> }) => (
  <div className="feed-head">
    <Icon name="arrowRight" size={15} />
    <span>
      {rich('Moved to {stage_name}{what}', {
        stage_name: <strong>{stage_name}</strong>,
        what: left_at && duration_seconds >= 60 && t(', stayed {time}', { time: durationOf(duration_seconds) }),
      })}
    </span>
    {moved_by && <Named of={moved_by} />}
    <When at={entered_at} />
  </div>
);

const DAY_SECONDS = 86_400;

const durationOf = (seconds: number) => {
  const days = Math.round(seconds / DAY_SECONDS);
  return seconds < DAY_SECONDS ? durationInWords(seconds) : plural(days, '{count} day', '{count} days');
};
