import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationsModule } from '../applications/applications.module.js';
import { Note } from './note.entity.js';
import { NotesController } from './notes.controller.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [ApplicationsModule, StoresModule.forFeature(Application, Note)],
  controllers: [NotesController],
  providers: [NotesService],
})
export class NotesModule {}
