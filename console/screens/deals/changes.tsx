import { Go, Named, placeOfEntry, type Row, useList, useMay } from '../../kit/index.js';
import { labelOf } from '../../kit/schema/words.js';
import { type Beside, Happened } from './activities.js';
import { t } from '../../kit/language.js';

const PATH = '/v1/changes/{id}';

/** Edits of a record as entries of its time line. `of` is the type of the record. */
export function useEdits(id: string, of: 'sales.contact' | 'sales.deal'): Beside {
  const list = useList(PATH, { path: { id } });
  const rows = list.rows
    .filter(({ action, changed_fields }) => action === `${of}.updated` && changed_fields.length)
    .map((change) => ({ at: change.timestamp, key: change.id, shown: <Edit of={change} record={id} /> }));
  // A policy may keep the audit log from somebody who may read the record: the time line does without.
  return { ...list, rows, loading: list.loading && !list.error, error: null };
}

/** It leads to the values of before and after, for those who may read the audit log. */
function Edit({ of, record }: { of: Row<typeof PATH>; record: string }) {
  const may = useMay();
  return (
    <Happened icon="edit" at={of.timestamp}>
      {may('guard:read') ? <Go {...placeOfEntry({ ...of, resource: { id: record } })}>{t('Edited')}</Go> : t('Edited')}{' '}
      {of.changed_fields.map((name) => labelOf(name)).join(', ')} {of.actor.id && <Named of={of.actor.id} />}
    </Happened>
  );
}
