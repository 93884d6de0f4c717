import { Named, type Row, Tag, When, worded } from '../../kit/index.js';
import { Write } from '../../kit/writing/write.js';
import { Written } from '../../kit/writing/written.js';

interface ActivityProps {
  of: Omit<Row<'/v1/sales/deals/{id}/activities'>, 'deal_id'>;
}

/** What was done for a deal or a contact. */
export const Activity = ({ of }: ActivityProps) => (
  <>
    <div className="feed-head">
      <Tag>{worded(of.type)}</Tag>
      {of.created_by && <Named of={of.created_by} />}
      <When at={of.occurred_at} />
    </div>
    {of.note && <Written text={of.note} mentions={of.mentions} />}
  </>
);

/** A note, typed where it is read. Other activities have a form. */
export const WriteNote = ({ send }: { send: (note: string, mentions: string[]) => Promise<unknown> }) => (
  <Write label="Note" placeholder="Write a note. @ names somebody." done="Note created." send={send} />
);
