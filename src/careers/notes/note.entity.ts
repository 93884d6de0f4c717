import { Id, LongText, Mentions, RecordEntity, ResourceEntity, rule } from '../../platform/index.js';
import { notes } from './note.resource.js';

@ResourceEntity(notes, 'application_notes')
export class Note extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('usr', { optional: true, description: 'Author.' }) author_id: string;
  @LongText({ max: 10_000, example: 'Can begin in May.', description: 'Text of the note.' })
  @rule('required', (text: string) => text.trim() !== '', '$property must not be empty.')
  text: string;
  @Mentions() mentions: string[];
}
