import { Injectable } from '@nestjs/common';
import { Database, StoreRegistry } from '../../platform/index.js';
import type { SettingsView } from '../settings/settings.dto.js';
import type { Grouping } from './time-report.dto.js';

/** A row: an item with its group, and the grand total. */
export interface ReportRow {
  group_id: string;
  group_name: string;
  item_id: string;
  item_name: string;
  seconds: number;
  entries: number;
  billable: number;
  amount: number;
  group_seconds: number;
  group_entries: number;
  group_billable: number;
  group_amount: number;
  total_seconds: number;
  total_entries: number;
  total_billable: number;
  total_amount: number;
}

/** SQL of what policies let the caller read: an entry `e`, the name of a user `u`. */
interface Readable {
  entry: string;
  user: string;
}

interface Dimension {
  /** SQL of the id, from an entry `e`. */
  id: string;
  /** SQL of the name, given the id column. */
  name: (id: string, readable: Readable) => string;
  /** SQL that splits the sums `s` into parts, such as labels. */
  parts?: string;
  /** Groups are sorted by id. */
  inOrder?: boolean;
}

const user: Dimension = {
  id: 'e.user_id',
  name: (id, readable) => `coalesce((select case when ${readable.user} then display_name else 'Hidden user' end
    from users u where u.workspace_id = $1 and u.id = ${id}), 'Deleted user')`,
};

const task: Dimension = {
  id: 'e.task_id',
  name: (id) => `coalesce((select title from tasks t where t.workspace_id = $1 and t.id = ${id}), 'Deleted task')`,
};

const GROUPS: Record<Grouping, Dimension> = {
  user,
  task,
  label: {
    // A task counts for each of its labels.
    id: task.id,
    name: (id) => `coalesce(nullif(${id}, ''), 'No label')`,
    parts: `(select coalesce(label, '') as group_id, item_id, seconds, entries, billable, money
      from sums s left join tasks t on t.workspace_id = $1 and t.id = s.item_id left join lateral unnest(t.labels) label on true)`,
  },
  billable: {
    id: `case when e.billable then 'billable' else 'non_billable' end`,
    name: (id) => `case ${id} when 'billable' then 'Billable' else 'Not billable' end`,
  },
  day: { id: `to_char(e.date, 'YYYY-MM-DD')`, name: (id) => id, inOrder: true },
  week: weeksFrom('monday'),
};

/** Weeks by the number of the ISO week that has their Monday to Friday. */
function weeksFrom(firstDay: string): Dimension {
  const ahead = { monday: 0, sunday: 1, saturday: 2 }[firstDay] ?? 0;
  return { id: `to_char(e.date + ${ahead}, 'IYYY-"W"IW')`, name: (id) => id, inOrder: true };
}

const ITEMS: Record<Grouping, Dimension> = {
  user: task,
  label: task,
  task: user,
  billable: user,
  day: user,
  week: user,
};

const UNIT = 'duration_seconds::numeric / $5::int';
const ROUNDED: Record<SettingsView['time_rounding'], string> = {
  none: 'duration_seconds',
  up: `ceil(${UNIT}) * $5::int`,
  down: `floor(${UNIT}) * $5::int`,
  nearest: `round(${UNIT}) * $5::int`,
};

/** Exact until rounding: rates have two decimals, and seconds are integers. */
const amount = (sum: string) => `round(coalesce(${sum}, 0) / 3600, 2)`;

/**
 * SQL of a report; $1 workspace, $2 project, $3 first and $4 last day, $5 rounding unit in seconds, if any. An index-only scan
 * reads the entries once; everything else is computed from their sums.
 */
export function reportSql(
  by: Grouping,
  rounding: SettingsView['time_rounding'],
  readable: Readable,
  weekStartsOn = 'monday',
): string {
  const [group, item] = [by === 'week' ? weeksFrom(weekStartsOn) : GROUPS[by], ITEMS[by]];
  const groupOrder = group.inOrder ? 'p.group_id' : 'group_seconds desc, p.group_id';
  return `
    with sums as materialized (
      select ${group.id} as group_id, ${item.id} as item_id, sum(seconds) as seconds, count(*) as entries,
        coalesce(sum(seconds) filter (where billable), 0) as billable,
        sum(seconds * hourly_rate) filter (where billable) as money
      from (select user_id, task_id, date, billable, hourly_rate, (${ROUNDED[rounding]})::int as seconds
        from time_entries e where workspace_id = $1 and project_id = $2 and date between $3 and $4 and ${readable.entry}) e
      group by 1, 2
    ),
    total as materialized (
      select sum(seconds) as seconds, sum(entries) as entries, sum(billable) as billable, sum(money) as money from sums
    )
    select p.group_id, ${group.name('p.group_id', readable)} as group_name, p.item_id, ${item.name('p.item_id', readable)} as item_name,
      p.seconds, p.entries, p.billable, ${amount('p.money')} as amount,
      sum(p.seconds) over g as group_seconds, sum(p.entries) over g as group_entries,
      sum(p.billable) over g as group_billable, ${amount('sum(p.money) over g')} as group_amount,
      total.seconds as total_seconds, total.entries as total_entries, total.billable as total_billable,
      ${amount('total.money')} as total_amount
    from ${group.parts ?? 'sums'} p, total
    window g as (partition by p.group_id)
    order by ${groupOrder}, p.seconds desc, p.item_id`;
}

/** Parameters of a report. */
export interface Report {
  workspace_id: string;
  project_id: string;
  period_start: string;
  period_end: string;
  group_by: Grouping;
  rounding: SettingsView['time_rounding'];
  /** Null without rounding. */
  rounding_minutes: number | null;
  /** First day of the week. */
  week_starts_on: string;
}

@Injectable()
export class TimeReportRepository {
  constructor(
    private readonly database: Database,
    private readonly stores: StoreRegistry,
  ) {}

  /** The first rows of a report. */
  first(report: Report, limit: number): Promise<ReportRow[]> {
    const [sql, values] = this.#statementOf(report);
    return this.database.read<ReportRow>(`${sql} limit ${limit}`, values);
  }

  /** All rows of a report, in portions that are read as they are taken. */
  all(report: Report): AsyncIterable<ReportRow[]> {
    const [sql, values] = this.#statementOf(report);
    return this.database.rows<ReportRow>(sql, values);
  }

  #statementOf(report: Report): [sql: string, values: unknown[]] {
    const {
      workspace_id,
      project_id,
      period_start,
      period_end,
      group_by,
      rounding,
      rounding_minutes: minutes,
    } = report;
    const values = [workspace_id, project_id, period_start, period_end, ...(minutes ? [minutes * 60] : [])];
    const readable = {
      entry: this.stores.readable('project.time_entry', 'e', values),
      user: this.stores.readable('access.user', 'u', values),
    };
    return [reportSql(group_by, rounding, readable, report.week_starts_on), values];
  }
}
