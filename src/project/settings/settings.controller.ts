import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { Endpoint, InjectStore, Loaded, type ResourceStore } from '../../platform/index.js';
import { SettingsView, UpdateSettings } from './settings.dto.js';
import { ProjectSettings } from './settings.entity.js';
import { settings } from './settings.resource.js';

@Controller('v1/project/settings')
export class SettingsController {
  constructor(@InjectStore(ProjectSettings) private readonly settings: ResourceStore<ProjectSettings>) {}

  @Get()
  @Endpoint(settings, { returns: SettingsView, summary: 'Get the settings of time tracking and reminders' })
  get(@Param(Loaded(ProjectSettings)) record: ProjectSettings) {
    return record;
  }

  @Patch()
  @Endpoint(settings, { returns: SettingsView, summary: 'Change the settings of time tracking and reminders' })
  update(@Param(Loaded(ProjectSettings)) record: ProjectSettings, @Body() body: UpdateSettings) {
    return this.settings.set(record, body);
  }
}
