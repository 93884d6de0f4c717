import { Choice, Id, Int, RecordEntity, ResourceEntity, SCAN_STATUSES, Tags, Text } from '../../platform/index.js';
import { files } from './file.resource.js';

@ResourceEntity(files, 'files')
export class File extends RecordEntity {
  @Text({ example: 'plan.pdf', description: 'Name.' }) name: string;
  @Text({
    max: 127,
    example: 'application/pdf',
    description: 'Media type: from the upload or, by default, detected from the first bytes.',
  })
  mime_type: string;
  @Int({ min: 0, big: true, description: 'Size in bytes.' }) size_bytes: number;
  @Text({
    nullable: true,
    description: 'SHA-256 of the contents in hex; null after an upload in parts without a hash.',
  })
  sha256: string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { optional: true, description: 'Owner.' }) uploaded_by: string;
  @Choice(SCAN_STATUSES, {
    default: 'skipped',
    description:
      'Virus scan. Only `clean` and `skipped` files can be downloaded. `skipped`: the server had no scanner when the file was uploaded.',
  })
  scan_status: string;
  @Text() blob_key: string;
}
