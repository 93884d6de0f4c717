import { Choice, Id, Int, RecordEntity, ResourceEntity, SCAN_STATUSES, Text } from '../../platform/index.js';
import { attachments } from './attachment.resource.js';

/**
 * A file of an application: one of office that somebody has attached, or one that the candidate sent. Those are no files of
 * office, where everybody could list them and their names would go out with events.
 */
@ResourceEntity(attachments, 'application_attachments')
export class Attachment extends RecordEntity {
  @Id('app', { description: 'The application.' }) application_id: string;
  @Id('fil', { nullable: true, description: 'File in office; null for files sent by the candidate.' })
  file_id: string | null;
  @Text({
    max: 50,
    example: 'resume',
    description: 'Kind of attachment; for files sent by the candidate the field of the form.',
  })
  label: string;
  @Text({ example: 'cv.pdf', description: 'Name of the file.' }) name: string;
  @Text({
    max: 127,
    nullable: true,
    example: 'application/pdf',
    description: 'Media type. Null for a file in office, which has its own.',
  })
  mime_type: string | null;
  @Int({ min: 0, nullable: true, description: 'Size in bytes. Null for a file in office.' })
  size_bytes: number | null;
  @Id('usr', { nullable: true, description: 'User who attached it; null for the candidate.' }) attached_by:
    string | null;
  @Choice(SCAN_STATUSES, { nullable: true, description: 'Virus scan. Null for a file in office, which has its own.' })
  scan_status: string | null;
  @Text({ nullable: true }) blob_key: string | null;
}
