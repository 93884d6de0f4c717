import { describe, expect, it } from 'vitest';
import { fold, type Line, MAX_LINES, type Told } from './lines.js';

const told = (n: number, facts: Partial<Told> = {}): Told => ({
  user_id: 'usr_1',
  kind: 'assignment',
  event: 'project.task.updated',
  record_type: 'project.task',
  record_id: `task_${n}`,
  part_type: '',
  part_id: null,
  actor_id: 'usr_2',
  source: `evt_${n}`,
  at: `2026-01-01T00:00:${String(n % 60).padStart(2, '0')}.000Z`,
  ...facts,
});
const begin = ({ at, ...notice }: Told): Line => ({
  ...notice,
  id: null,
  record_ids: [notice.record_id],
  count: 1,
  shown: true,
  mail: null,
  created_at: at,
  updated_at: at,
});
const stored = (n: number, facts: Partial<Line> = {}): Line => ({ ...begin(told(n)), id: `ibi_${n}`, ...facts });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('notices of one kind', () => {
  it('have a line each while there are few', () => {
    const { added, changed, removed } = fold(
      [],
      numbers(MAX_LINES).map((n) => told(n)),
      begin,
    );
    expect(added.map(({ count }) => count)).toEqual(numbers(MAX_LINES).map(() => 1));
    expect([changed, removed]).toEqual([[], []]);
  });

  it('are one line that says how many there are, once there are many', () => {
    const { added } = fold(
      [],
      numbers(10_000).map((n) => told(n)),
      begin,
    );
    expect(added).toMatchObject([{ count: 10_000, source: 'evt_1', record_id: 'task_10000', actor_id: 'usr_2' }]);
    expect(added[0]!.record_ids).toHaveLength(10);
  });

  it('join those of the last minutes, whose lines go', () => {
    const open = numbers(MAX_LINES).map((n) => stored(n, { mail: n === 3 ? 'now' : null }));
    const { added, changed, removed } = fold(open, [told(6), told(7)], begin);
    expect(added).toEqual([]);
    expect(changed).toMatchObject([{ id: 'ibi_1', count: 7, mail: 'now' }]);
    expect(removed).toEqual(['ibi_2', 'ibi_3', 'ibi_4', 'ibi_5']);
  });

  it('are counted by the line of their record, which wants no further mail', () => {
    const open = [stored(1), stored(2)];
    const { added, changed } = fold(
      open,
      [told(1, { source: 'evt_9', actor_id: 'usr_3', at: '2026-01-02T00:00:00.000Z' })],
      begin,
    );
    expect(added).toEqual([]);
    expect(changed).toMatchObject([
      { id: 'ibi_1', count: 2, actor_id: null, mail: null, updated_at: '2026-01-02T00:00:00.000Z' },
    ]);
  });

  it('stay apart from those of others, of other kinds and of other types', () => {
    const others: Partial<Told>[] = [{ user_id: 'usr_9' }, { kind: 'change' }, { record_type: 'sales.deal' }, {}];
    const { added } = fold(
      [],
      others.flatMap((facts) => [1, 2, 3].map((n) => told(n, facts))),
      begin,
    );
    expect(added).toHaveLength(12);
  });

  it('that a person does not want are not there', () => {
    expect(fold([], [told(1)], () => null)).toEqual({ added: [], changed: [], removed: [] });
  });
});
