import { Id, LongText, RecordEntity, ResourceEntity, rule, Texts } from '../../platform/index.js';
import { notes } from './note.resource.js';

@ResourceEntity(notes, 'application_notes')
export class Note extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('usr', { optional: true, description: 'Author.' }) author_id: string;
  @LongText({ max: 10_000, example: 'Can begin in May.', description: 'Text of the note.' })
  @rule('required', (text: string) => text.trim() !== '', '$property must not be empty.')
  text: string;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'usr',
    default: [],
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Ids of mentioned users, who are told in their inbox.',
  })
  mentions: string[];
}
