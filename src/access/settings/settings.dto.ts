import { PartialType, PickType, Timestamp, ViewType } from '../../platform/index.js';
import { AccessSettings } from './settings.entity.js';

const RULES = ['mfa', 'password_sign_in', 'session_idle_minutes', 'session_max_days', 'apps'] as const;

export class UpdateAccessSettings extends PartialType(PickType(AccessSettings, [...RULES])) {}

export class AccessSettingsView extends ViewType(AccessSettings, [...RULES, 'updated_by']) {
  @Timestamp({ nullable: true, description: 'When a setting was last changed; null where none ever was.' })
  updated_at: string | null;
}
