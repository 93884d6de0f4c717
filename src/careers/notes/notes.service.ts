import { Injectable } from '@nestjs/common';
import { failure, InjectStore, type Page, type ResourceStore } from '../../platform/index.js';
import { ApplicationRepository } from '../applications/application.repository.js';
import type { Application } from '../applications/application.entity.js';
import { type NoteQuery, NoteView, type UpdateNote, type WriteNote } from './note.dto.js';
import { Note } from './note.entity.js';
import { notes } from './note.resource.js';

/** Notes of people about applications, for each other. */
@Injectable()
export class NotesService {
  constructor(
    @InjectStore(Note) private readonly store: ResourceStore<Note>,
    private readonly applications: ApplicationRepository,
  ) {}

  list({ id }: Application, query: NoteQuery): Promise<Page<NoteView>> {
    return this.store.page(query, NoteView, { application_id: id });
  }

  async create({ id }: Application, input: WriteNote): Promise<Note> {
    if (await this.applications.lock(id)) throw failure(notes, 'anonymized');
    return this.store.create({ ...input, application_id: id });
  }

  update(note: Note, changes: UpdateNote): Promise<Note> {
    return this.store.update(note, changes);
  }

  remove(note: Note): Promise<void> {
    return this.store.remove(note);
  }
}
