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
  @Text({ optional: true, example: '2026-07', description: 'A month or a quarter. Default: this month, in UTC.' })
  period?: string;

  @Choice(GROUPINGS, {
    optional: true,
    description: 'What the groups are. Their items are tasks for users and labels, else users.',
  })
  group_by: Grouping = 'user';

  @Choice(['json', 'csv'], {
    optional: true,
    description: 'Default: what the client accepts, `json` in case of doubt.',
  })
  export?: string;
}

class Time {
  @Int({ min: 0, description: 'Seconds, rounded entry by entry as the settings say.' }) duration_seconds: number;
  @Int({ min: 0, description: 'Entries.' }) entry_count: number;
  @Int({ min: 0, description: 'Seconds of billable entries.' }) billable_seconds: number;
  @Money({ description: 'What the billable entries come to by their hourly rates, in the currency of the report.' })
  amount: number;
}

class TimeReportItem extends Time {
  @Text({ description: 'The id of the user or task.' }) id: string;
  @Text({ description: 'Its name as of now.' }) name: string;
}

class TimeReportGroup extends Time {
  @Text({
    description:
      'The id of the user or task, the label (empty: none), `billable` or `non_billable`, the day or ISO week.',
  })
  id: string;
  @Text({ description: 'Its name as of now.' }) name: string;
  @NestedList(() => TimeReportItem, { description: 'By duration, the longest first.' }) items: TimeReportItem[];
}

export class TimeReport {
  @Id('prj', { description: 'The project.' }) project_id: string;
  @Text({ example: '2026-07', description: 'As it was asked for.' }) period: string;
  @DateOnly({ description: 'Its first day.' }) period_start: string;
  @DateOnly({ description: 'Its last day.' }) period_end: string;
  @Choice(GROUPINGS, { description: 'What the groups are.' }) group_by: string;
  @Choice(ROUNDINGS, { description: 'How each entry is rounded.' }) rounding: string;
  @Int({ nullable: true, description: 'Minutes to a multiple of which; null without rounding.' }) rounding_minutes:
    number | null;
  @Text({ example: 'USD', description: 'Of all amounts, by ISO 4217.' }) currency: string;
  @NestedList(() => TimeReportGroup, {
    description:
      'By duration, the longest first; days and weeks in their order. An entry counts for each label of its task.',
  })
  groups: TimeReportGroup[];
  @Nested(() => Time, { description: 'Of all entries, each once.' }) total: Time;
  @Timestamp({ description: 'When it was made.' }) generated_at: string;
}
