import { Choice, DateOnly, defaultsOf, Int, RecordEntity, ResourceEntity, rule, Text } from '../../platform/index.js';
import { ROUNDINGS, settings } from './settings.resource.js';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

@ResourceEntity(settings, 'project_settings')
export class ProjectSettings extends RecordEntity {
  @Choice(ROUNDINGS, {
    default: 'none',
    description: 'How time reports round the duration of each entry. What is logged stays exact.',
  })
  time_rounding: (typeof ROUNDINGS)[number];
  @Int({ min: 1, max: 60, default: 15, description: 'Minutes that durations are rounded to a multiple of.' })
  time_rounding_minutes: number;
  @DateOnly({
    nullable: true,
    description: 'Time entries before this date can no longer be logged, changed or deleted. Null: all of them can.',
  })
  time_locked_before: string | null;
  @Text({ max: 3, default: 'USD', example: 'EUR', description: 'Of hourly rates and amounts, by ISO 4217.' })
  @rule('invalid_value', (code) => CURRENCIES.has(code), '$property must be an upper-case code of ISO 4217.')
  currency: string;
  @Int({
    min: 1,
    max: 168,
    nullable: true,
    default: 12,
    description: 'Hours after which users are reminded by mail that their timer runs. Null: never.',
  })
  timer_reminder_hours: number | null;
  @Int({
    min: 0,
    max: 30,
    nullable: true,
    default: 1,
    description: 'Days before the due date of an open task that its assignee is reminded by mail. Null: never.',
  })
  due_reminder_days: number | null;
  @Int({
    min: 1,
    max: 3650,
    nullable: true,
    description: 'Days after its last change that a completed project is archived. Null: never.',
  })
  auto_archive_days: number | null;
}

/** Of a workspace that has set nothing. */
export const DEFAULTS = defaultsOf(ProjectSettings);
