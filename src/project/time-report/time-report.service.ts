import { Injectable } from '@nestjs/common';
import { Clock, Exports, InjectStore, Reply, type ResourceStore, WorkspaceCalendar } from '../../platform/index.js';
import type { Project } from '../projects/project.entity.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { type Period, periodOf } from './period.js';
import { type Report, type ReportRow, TimeReportRepository } from './time-report.repository.js';
import type { TimeReportQuery } from './time-report.dto.js';

const CSV_COLUMNS = [
  'group_id',
  'group_name',
  'item_id',
  'item_name',
  'entry_count',
  'duration_seconds',
  'duration_hours',
] as const;

const JSON_TYPE = 'application/json; charset=utf-8';
/** Maximum rows in memory; larger reports are streamed. */
const MAX_BUFFERED_ROWS = 2_000;

/** The time of a project in a month or quarter (D-PRJ-8). */
@Injectable()
export class TimeReportService {
  constructor(
    @InjectStore(ProjectSettings) private readonly settings: ResourceStore<ProjectSettings>,
    private readonly repository: TimeReportRepository,
    private readonly exports: Exports,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
  ) {}

  async json(project: Project, query: TimeReportQuery): Promise<Reply> {
    const { head, report } = await this.#report(project, query);
    const rows = await this.repository.first(report, MAX_BUFFERED_ROWS + 1);
    if (rows.length > MAX_BUFFERED_ROWS)
      return this.exports.stream(JSON_TYPE, () => this.#written(head, this.repository.all(report)));
    let text = '';
    for await (const piece of this.#written(head, [rows])) text += piece;
    return new Reply(200, { 'Content-Type': JSON_TYPE }, text);
  }

  async csv(project: Project, query: TimeReportQuery): Promise<Reply> {
    const { head, report } = await this.#report(project, query);
    const rows = () => lines(this.repository.all(report));
    return this.exports.csv(`${project.name} ${head.period}`, CSV_COLUMNS, rows);
  }

  async #report({ workspace_id, id }: Project, { period: asked, group_by }: TimeReportQuery) {
    const { time_rounding: rounding, time_rounding_minutes, currency } = await this.settings.only();
    const calendar = await this.calendar.here();
    const period: Period = periodOf(asked ?? calendar.today().slice(0, 7));
    const rounding_minutes = rounding === 'none' ? null : time_rounding_minutes;
    const head = { project_id: id, ...period, group_by, rounding, rounding_minutes, currency };
    const report: Report = { ...head, workspace_id, week_starts_on: calendar.weekStartsOn };
    return { head, report };
  }

  /** The JSON of a report, group by group. */
  async *#written(head: object, portions: AsyncIterable<ReportRow[]> | ReportRow[][]): AsyncGenerator<string> {
    let total = time(0, 0, 0, 0);
    let group: string | null = null;
    yield `${JSON.stringify(head).slice(0, -1)},"groups":[`;
    for await (const rows of portions) {
      let text = '';
      for (const row of rows) {
        if (row.group_id === group) text += ',';
        else {
          const whole = time(row.group_seconds, row.group_entries, row.group_billable, row.group_amount);
          const open = JSON.stringify({ id: row.group_id, name: row.group_name, ...whole }).slice(0, -1);
          text += `${group === null ? '' : ']},'}${open},"items":[`;
          group = row.group_id;
          total = time(row.total_seconds, row.total_entries, row.total_billable, row.total_amount);
        }
        const part = time(row.seconds, row.entries, row.billable, row.amount);
        text += JSON.stringify({ id: row.item_id, name: row.item_name, ...part });
      }
      yield text;
    }
    yield `${group === null ? '' : ']}'}],"total":${JSON.stringify(total)},"generated_at":"${this.clock.iso()}"}`;
  }
}

const time = (duration_seconds: number, entry_count: number, billable_seconds: number, amount: number) => ({
  duration_seconds,
  entry_count,
  billable_seconds,
  amount,
});

async function* lines(portions: AsyncIterable<ReportRow[]>): AsyncGenerator<object[]> {
  for await (const rows of portions) {
    yield rows.map(({ group_id, group_name, item_id, item_name, entries, seconds }) => ({
      group_id,
      group_name,
      item_id,
      item_name,
      entry_count: entries,
      duration_seconds: seconds,
      duration_hours: (seconds / 3600).toFixed(2),
    }));
  }
}
