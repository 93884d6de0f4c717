import { Id, Int, RecordEntity, ResourceEntity, Tags, Text } from '../../platform/index.js';
import { files } from './file.resource.js';

@ResourceEntity(files, 'files')
export class File extends RecordEntity {
  @Text({ example: 'plan.pdf' }) name: string;
  @Text({ max: 127, example: 'application/pdf' }) mime_type: string;
  @Int({ min: 0, big: true }) size_bytes: number;
  @Text({
    nullable: true,
    description: 'Of the bytes, in hex; null where they came in parts and the session named no hash.',
  })
  sha256: string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { optional: true }) uploaded_by: string;
  @Text() blob_key: string;
}
