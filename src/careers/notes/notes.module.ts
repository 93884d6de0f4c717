import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import { Note } from './note.entity.js';
import { NotesController } from './notes.controller.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [StoresModule.forFeature(Application, Note)],
  controllers: [NotesController],
  providers: [ApplicationRepository, NotesService],
})
export class NotesModule {}
