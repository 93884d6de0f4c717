import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { SettingsView, UpdateSettings } from './settings.dto.js';
import { GuardSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';
import { SettingsService } from './settings.service.js';

@Controller('v1/guard/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Endpoint(settings, { returns: SettingsView, summary: 'Get the retention settings of guard' })
  get(@Param(Loaded(GuardSettings)) record: GuardSettings) {
    return this.settings.shown(record);
  }

  @Patch()
  @Endpoint(settings, { returns: SettingsView, summary: 'Change the retention settings of guard' })
  update(@Param(Loaded(GuardSettings)) record: GuardSettings, @Body() body: UpdateSettings) {
    return this.settings.update(record, body);
  }
}
