import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationLog } from '../applications/application-log.js';
import { Note } from './note.entity.js';
import { NotesController } from './notes.controller.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [StoresModule.for(Application, Note)],
  controllers: [NotesController],
  providers: [ApplicationLog, NotesService],
})
export class NotesModule {}
