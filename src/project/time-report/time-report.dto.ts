import { Choice, DateOnly, Id, Int, Money, Nested, NestedList, rule, Text, Timestamp } from '../../platform/index.js';
import { ROUNDINGS } from '../settings/settings.resource.js';
import { PERIOD } from './period.js';

export const GROUPINGS = ['user', 'task', 'label', 'billable', 'day', 'week'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export class TimeReportQuery {
  @rule(
    'invalid_format',
    (text: string) => PERIOD.test(text),
    '$property must be a month such as 2026-07 or a quarter such as 2026-Q3.',
  )
  @Text({ optional: true, example: '2026-07', description: 'A month or a quarter. Default: this month.' })
  period?: string;

  @Choice(GROUPINGS, {
    optional: true,
    description: 'Grouping. The items of a group are tasks for users and labels, otherwise users.',
  })
  group_by: Grouping = 'user';

  @Choice(['json', 'csv'], {
    optional: true,
    description: 'Format. Default: by the Accept header, otherwise `json`.',
  })
  export?: string;
}

class Time {
  @Int({ min: 0, description: 'Duration in seconds; each entry is rounded by the settings.' }) duration_seconds: number;
  @Int({ min: 0, description: 'Entries.' }) entry_count: number;
  @Int({ min: 0, description: 'Duration of billable entries in seconds.' }) billable_seconds: number;
  @Money({ description: 'Amount of the billable entries by their hourly rates, in the currency of the report.' })
  amount: number;
}

class TimeReportItem extends Time {
  @Text({ description: 'Id of the user or task.' }) id: string;
  @Text({ description: 'Current name.' }) name: string;
}

class TimeReportGroup extends Time {
  @Text({
    empty: true,
    description:
      'Id of the user or task, label (empty: none), `billable` or `non_billable`, day or week. A week has the number of the ISO week with its Monday to Friday.',
  })
  id: string;
  @Text({ description: 'Current name.' }) name: string;
  @NestedList(() => TimeReportItem, { description: 'Items by duration, the longest first.' }) items: TimeReportItem[];
}

export class TimeReport {
  @Id('prj', { description: 'The project.' }) project_id: string;
  @Text({ example: '2026-07', description: 'Requested period.' }) period: string;
  @DateOnly({ description: 'First day of the period.' }) period_start: string;
  @DateOnly({ description: 'Last day of the period.' }) period_end: string;
  @Choice(GROUPINGS, { description: 'Grouping.' }) group_by: string;
  @Choice(ROUNDINGS, { description: 'Rounding of each entry.' }) rounding: string;
  @Int({ nullable: true, description: 'Rounding interval in minutes; null without rounding.' }) rounding_minutes:
    number | null;
  @Text({ example: 'USD', description: 'Currency of all amounts, by ISO 4217.' }) currency: string;
  @NestedList(() => TimeReportGroup, {
    description:
      'Groups by duration, the longest first; days and weeks in order. An entry counts for each label of its task.',
  })
  groups: TimeReportGroup[];
  @Nested(() => Time, { description: 'Totals; each entry counts once.' }) total: Time;
  @Timestamp({ description: 'Time of creation.' }) generated_at: string;
}
