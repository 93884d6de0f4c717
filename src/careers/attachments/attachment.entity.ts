import { Id, Int, RecordEntity, ResourceEntity, Text } from '../../platform/index.js';
import { attachments } from './attachment.resource.js';

/**
 * A file of an application: one of office that somebody has attached, or one that the candidate sent. Those are no files of
 * office, where everybody could list them and their names would go out with events.
 */
@ResourceEntity(attachments, 'application_attachments')
export class Attachment extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('fil', { nullable: true, description: 'The file in office; null for what the candidate sent.' })
  file_id: string | null;
  @Text({ max: 50, example: 'resume', description: 'What it is; of what the candidate sent, the field of the form.' })
  label: string;
  @Text({ example: 'cv.pdf', description: 'What the file is called.' }) name: string;
  @Text({
    max: 127,
    nullable: true,
    example: 'application/pdf',
    description: 'What its content is. Null for a file of office, which says so itself.',
  })
  mime_type: string | null;
  @Int({ min: 0, nullable: true, description: 'How many bytes it has. Null for a file of office.' })
  size_bytes: number | null;
  @Id('usr', { nullable: true, description: 'Who attached it; null for the candidate.' }) attached_by: string | null;
  @Text({ nullable: true }) blob_key: string | null;
}
