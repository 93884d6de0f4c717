import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { AccessSettingsView, UpdateAccessSettings } from './settings.dto.js';
import { AccessSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';
import { AccessSettingsService } from './settings.service.js';

@Controller('v1/access/settings')
export class AccessSettingsController {
  constructor(private readonly settings: AccessSettingsService) {}

  @Get()
  @Endpoint(settings, { returns: AccessSettingsView, summary: 'Get the rules for signing in' })
  get(@Param(Loaded(AccessSettings)) record: AccessSettings) {
    return record;
  }

  @Patch()
  @Endpoint(settings, {
    returns: AccessSettingsView,
    errors: ['lockedOut'],
    recentProof: true,
    summary: 'Change the rules for signing in',
  })
  update(@Param(Loaded(AccessSettings)) record: AccessSettings, @Body() body: UpdateAccessSettings) {
    return this.settings.update(record, body);
  }
}
