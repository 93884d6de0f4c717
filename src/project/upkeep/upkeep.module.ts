import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { AccessModule } from '../../access/index.js';
import { DueWorkModule } from '../due-work/due-work.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UpkeepRepository } from './upkeep.repository.js';
import { Project } from '../projects/project.entity.js';
import { ProjectSettings } from '../settings/settings.entity.js';
import { UpkeepService } from './upkeep.service.js';

@Module({
  imports: [
    AccessModule,
    DueWorkModule,
    ProjectsModule,
    SettingsModule,
    StoresModule.forFeature(Project, ProjectSettings),
  ],
  providers: [UpkeepRepository, UpkeepService],
})
export class UpkeepModule {}
