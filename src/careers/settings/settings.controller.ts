import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { Endpoint, InjectStore, Loaded, type ResourceStore } from '../../platform/index.js';
import { SettingsView, UpdateSettings } from './settings.dto.js';
import { CareersSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';

@Controller('v1/careers/settings')
export class SettingsController {
  constructor(@InjectStore(CareersSettings) private readonly settings: ResourceStore<CareersSettings>) {}

  @Get()
  @Endpoint(settings, {
    returns: SettingsView,
    summary: 'Get the retention period of candidate data and the address of jobs',
  })
  get(@Param(Loaded(CareersSettings)) record: CareersSettings) {
    return record;
  }

  @Patch()
  @Endpoint(settings, {
    returns: SettingsView,
    summary: 'Change the retention period of candidate data or the address of jobs',
  })
  update(@Param(Loaded(CareersSettings)) record: CareersSettings, @Body() body: UpdateSettings) {
    return this.settings.set(record, body);
  }
}
