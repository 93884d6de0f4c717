import { ListOf, PartialType, PickType, ViewType } from '../../platform/index.js';
import { Note } from './note.entity.js';

export class WriteNote extends PickType(Note, ['text', 'mentions']) {}

export class UpdateNote extends PartialType(WriteNote) {}

export class NoteQuery extends ListOf(Note, { sort: ['created_at'] }) {}

export class NoteView extends ViewType(Note, [
  'id',
  'application_id',
  'author_id',
  'text',
  'mentions',
  'created_at',
  'updated_at',
  'revision',
]) {}
