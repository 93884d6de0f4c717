import { Controller, Get } from '@nestjs/common';
import { Endpoint, ScheduledBackups, Settings } from '../../platform/index.js';
import { BackupsView } from './backup.dto.js';
import { backups } from './backup.resource.js';

@Controller('v1/operations/backups')
export class BackupsController {
  constructor(
    private readonly scheduled: ScheduledBackups,
    private readonly settings: Settings,
  ) {}

  @Get()
  @Endpoint(backups, { returns: BackupsView, summary: 'Show the state of backups by schedule' })
  async show(): Promise<BackupsView> {
    const { last, tried_at, error } = await this.scheduled.state();
    return { schedule: this.settings.BACKUP_SCHEDULE, last, tried_at, error };
  }
}
