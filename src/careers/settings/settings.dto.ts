import { PartialType, PickType, ViewType } from '../../platform/index.js';
import { CareersSettings } from './settings.entity.js';

const fields = ['application_retention_days', 'job_page'] as const;

export class UpdateSettings extends PartialType(PickType(CareersSettings, fields)) {}

export class SettingsView extends ViewType(CareersSettings, fields) {}
