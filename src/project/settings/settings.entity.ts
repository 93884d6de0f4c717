import { Choice, Currency, DateOnly, defaultsOf, Int, RecordEntity, ResourceEntity } from '../../platform/index.js';
import { ROUNDINGS, settings } from './settings.resource.js';

@ResourceEntity(settings, 'project_settings')
export class ProjectSettings extends RecordEntity {
  @Choice(ROUNDINGS, {
    default: 'none',
    description: 'Rounding of each entry in time reports. Logged time stays exact.',
  })
  time_rounding: (typeof ROUNDINGS)[number];
  @Int({ min: 1, max: 60, default: 15, description: 'Rounding interval in minutes.' })
  time_rounding_minutes: number;
  @DateOnly({
    nullable: true,
    description: 'Time entries before this date cannot be logged, changed or deleted. Null: no lock.',
  })
  time_locked_before: string | null;
  @Currency({ default: 'USD', description: 'Currency of hourly rates and amounts, by ISO 4217.' })
  currency: string;
  @Int({
    min: 1,
    max: 168,
    nullable: true,
    default: 12,
    description: 'Hours until users get a reminder of their running timer by mail. Null: never.',
  })
  timer_reminder_hours: number | null;
  @Int({
    min: 0,
    max: 30,
    nullable: true,
    default: 1,
    description: 'Days before the due date of an open task when its assignee gets a reminder by mail. Null: never.',
  })
  due_reminder_days: number | null;
  @Int({
    min: 1,
    max: 3650,
    nullable: true,
    description: 'Days from the last change of a completed project to its archival. Null: never.',
  })
  auto_archive_days: number | null;
}

/** Defaults of a workspace without settings. */
export const DEFAULTS = defaultsOf(ProjectSettings);
