import { Go, Named, placeOfEntry, type Row, useList, useMay } from '../../kit/index.js';
import { labelOf } from '../../kit/schema/words.js';
import { type Beside, Happened } from './activities.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/guard/audit-logs';

/** Fields that change with others. */
const FOLLOWING = ['updated_at', 'updated_by', 'masked'];

/** Edits of a record as entries of its time line, for those who may read the audit log. `of` is the type of the record. */
export function useEdits(id: string, of: 'sales.contact' | 'sales.deal'): Beside {
  const may = useMay()('guard:read');
  const list = useList(PATH, { query: { resource_id: id, action: `${of}.updated`, outcome: 'success' }, when: may });
  const rows = list.rows.flatMap((entry) => {
    const fields = Object.keys(entry.changes ?? {}).filter((name) => !FOLLOWING.includes(name));
    return fields.length ? [{ at: entry.timestamp, key: entry.id, shown: <Edit of={entry} fields={fields} /> }] : [];
  });
  // A policy may keep the audit log from somebody who may read the record: the time line does without.
  return { ...list, rows, loading: may && list.loading && !list.error, error: null, hasMore: may && list.hasMore };
}

const Edit = ({ of, fields }: { of: Row<typeof PATH>; fields: readonly string[] }) => (
  <Happened icon="edit" at={of.timestamp}>
    <Go {...placeOfEntry(of)}>{t('Edited')}</Go> {fields.map((name) => labelOf(name)).join(', ')}{' '}
    {of.actor.id && <Named of={of.actor.id} />}
  </Happened>
);
