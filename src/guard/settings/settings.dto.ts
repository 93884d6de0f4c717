import { Int, PartialType, PickType, Timestamp, ViewType } from '../../platform/index.js';
import { GuardSettings } from './settings.entity.js';

export class UpdateSettings extends PartialType(
  PickType(GuardSettings, ['audit_retention_days', 'alert_retention_days', 'checkpoint_email']),
) {}

export class SettingsView extends ViewType(GuardSettings, [
  'audit_retention_days',
  'audit_retention_effective_at',
  'alert_retention_days',
  'checkpoint_email',
  'updated_by',
]) {
  @Int({ description: 'Days that the files of exports are kept.', example: 7 }) export_retention_days: number;
  @Timestamp({ nullable: true, description: 'When a setting was last changed; null where none ever was.' })
  updated_at: string | null;
}
