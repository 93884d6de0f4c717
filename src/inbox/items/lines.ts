import type { NoticeKind } from '../../platform/index.js';

/** Lines of one kind about records of one type: more of them within minutes become one. */
export const MAX_LINES = 5;
/** Records that a line names, of all that it stands for. */
export const MAX_RECORDS = 10;

/** What one event says to one person. */
export interface Told {
  user_id: string;
  kind: NoticeKind;
  event: string | null;
  record_type: string;
  record_id: string;
  part_type: string;
  part_id: string | null;
  actor_id: string | null;
  source: string;
  at: string;
}

/** An item of the inbox as far as it is written. `id`: null for a new one. */
export interface Line extends Omit<Told, 'at'> {
  id: string | null;
  record_ids: readonly string[];
  count: number;
  shown: boolean;
  mail: string | null;
  created_at: string;
  updated_at: string;
}

export interface Folded {
  added: Line[];
  changed: Line[];
  /** Ids of lines that became part of others. */
  removed: string[];
}

/**
 * Adds notices to the unread lines of the last minutes. A notice about a record that has a line of its kind is counted there, and
 * more than MAX_LINES lines of a kind and type become one, which says how many there are. `begin` makes the line of a notice, or
 * null where the person wants none.
 */
export function fold(open: readonly Line[], told: readonly Told[], begin: (notice: Told) => Line | null): Folded {
  const groups = Map.groupBy(open, groupOf);
  const changed = new Set<Line>();
  const removed: string[] = [];
  for (const notice of told) {
    const key = groupOf(notice);
    const lines = groups.get(key) ?? [];
    groups.set(key, lines);
    const line =
      lines.find(({ record_ids }) => record_ids.includes(notice.record_id)) ??
      lines.find(({ record_ids }) => record_ids.length > 1);
    if (line) {
      grow(line, { ...notice, record_ids: [notice.record_id], count: 1, updated_at: notice.at });
      changed.add(line);
      continue;
    }
    const begun = begin(notice);
    if (!begun) continue;
    lines.push(begun);
    changed.add(begun);
    if (lines.length <= MAX_LINES) continue;
    const [first, ...others] = lines as [Line, ...Line[]];
    for (const other of others) {
      grow(first, other);
      first.mail ??= other.mail;
      changed.delete(other);
      if (other.id) removed.push(other.id);
    }
    changed.add(first);
    groups.set(key, [first]);
  }
  const all = [...changed];
  return { added: all.filter(({ id }) => !id), changed: all.filter(({ id }) => id), removed };
}

function grow(
  line: Line,
  more: Pick<Line, 'event' | 'record_id' | 'record_ids' | 'part_id' | 'actor_id' | 'count' | 'updated_at'>,
) {
  const { event, record_id, actor_id, updated_at } = more;
  Object.assign(line, { record_id, updated_at, count: line.count + more.count });
  line.record_ids = [...new Set([...line.record_ids, ...more.record_ids])].slice(0, MAX_RECORDS);
  if (line.event !== event) line.event = null;
  if (line.actor_id !== actor_id) line.actor_id = null;
  if (line.part_id !== more.part_id) line.part_id = null;
}

const groupOf = ({ user_id, kind, record_type }: Pick<Told, 'user_id' | 'kind' | 'record_type'>): string =>
  `${user_id} ${kind} ${record_type}`;
