import { Module } from '@nestjs/common';
import { AccessModule } from '../../access/index.js';
import { DueWorkModule } from '../due-work/due-work.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UpkeepLog } from './upkeep-log.js';
import { UpkeepService } from './upkeep.service.js';

@Module({
  imports: [AccessModule, DueWorkModule, ProjectsModule, SettingsModule],
  providers: [UpkeepLog, UpkeepService],
})
export class UpkeepModule {}
