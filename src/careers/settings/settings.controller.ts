import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { SettingsView, UpdateSettings } from './settings.dto.js';
import { settings } from './settings.resource.js';
import { SettingsService } from './settings.service.js';

@Controller('v1/careers/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @Endpoint(settings, { returns: SettingsView, summary: 'Read how long data of candidates are kept' })
  get() {
    return this.settings.current();
  }

  @Patch()
  @Endpoint(settings, { returns: SettingsView, summary: 'Change how long data of candidates are kept' })
  update(@Body() body: UpdateSettings) {
    return this.settings.update(body);
  }
}
