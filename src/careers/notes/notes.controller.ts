import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { Application } from '../applications/application.entity.js';
import { NoteQuery, NoteView, UpdateNote, WriteNote } from './note.dto.js';
import { Note } from './note.entity.js';
import { notes } from './note.resource.js';
import { NotesService } from './notes.service.js';

@Controller('v1/careers/applications/:id/notes')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Get()
  @Endpoint(notes, { returns: NoteView, page: true })
  list(@Param('id', Loaded(Application)) application: Application, @Query() query: NoteQuery) {
    return this.notes.list(application, query);
  }

  @Post()
  @Endpoint(notes, {
    returns: NoteView,
    errors: ['anonymized'],
    holdsSecret: true,
    summary: 'Write a note on an application',
  })
  create(@Param('id', Loaded(Application)) application: Application, @Body() body: WriteNote) {
    return this.notes.create(application, body);
  }

  @Get(':note_id')
  @Endpoint(notes, { returns: NoteView })
  get(@Param('id', Loaded(Application)) _: Application, @Param('note_id', Loaded(Note)) note: Note) {
    return note;
  }

  @Patch(':note_id')
  @Endpoint(notes, { returns: NoteView, summary: 'Update a note' })
  update(
    @Param('id', Loaded(Application)) _: Application,
    @Param('note_id', Loaded(Note)) note: Note,
    @Body() body: UpdateNote,
  ) {
    return this.notes.update(note, body);
  }

  @Delete(':note_id')
  @Endpoint(notes, { summary: 'Delete a note' })
  remove(@Param('id', Loaded(Application)) _: Application, @Param('note_id', Loaded(Note)) note: Note) {
    return this.notes.remove(note);
  }
}
