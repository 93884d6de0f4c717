import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Endpoint } from '../../platform/index.js';
import { InboxSettingsView, UpdateInboxSettings } from './inbox-settings.dto.js';
import { inboxSettings } from './inbox-settings.resource.js';
import { InboxSettingsService } from './inbox-settings.service.js';

@Controller('v1/inbox/settings')
export class InboxSettingsController {
  constructor(private readonly service: InboxSettingsService) {}

  @Get()
  @Endpoint(inboxSettings, { scope: null, returns: InboxSettingsView, summary: 'Get the settings of your inbox' })
  get() {
    return this.service.get();
  }

  @Patch()
  @Endpoint(inboxSettings, { scope: null, returns: InboxSettingsView, summary: 'Change the settings of your inbox' })
  update(@Body() body: UpdateInboxSettings) {
    return this.service.update(body);
  }
}
