import { PartialType, PickType, ViewType } from '../../platform/index.js';
import { ProjectSettings } from './settings.entity.js';

const fields = [
  'time_rounding',
  'time_rounding_minutes',
  'time_locked_before',
  'currency',
  'timer_reminder_hours',
  'due_reminder_days',
  'auto_archive_days',
] as const;

export class UpdateSettings extends PartialType(PickType(ProjectSettings, fields)) {}

export class SettingsView extends ViewType(ProjectSettings, fields) {}
