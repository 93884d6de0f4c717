import { Id, LongText, RecordEntity, ResourceEntity, rule } from '../../platform/index.js';
import { notes } from './note.resource.js';

@ResourceEntity(notes, 'application_notes')
export class Note extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('usr', { optional: true, description: 'Who wrote it.' }) author_id: string;
  @LongText({ max: 10_000, example: 'Can begin in May.', description: 'What it says.' })
  @rule('required', (text: string) => text.trim() !== '', '$property must not be empty.')
  text: string;
}
