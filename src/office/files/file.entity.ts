import { Id, Int, RecordEntity, ResourceEntity, Tags, Text } from '../../platform/index.js';
import { files } from './file.resource.js';

@ResourceEntity(files, 'files')
export class File extends RecordEntity {
  @Text({ example: 'plan.pdf', description: 'What it is called.' }) name: string;
  @Text({
    max: 127,
    example: 'application/pdf',
    description: 'Its media type: the one that was sent with it or, where none was, the one that its first bytes tell.',
  })
  mime_type: string;
  @Int({ min: 0, big: true, description: 'How many bytes it has.' }) size_bytes: number;
  @Text({
    nullable: true,
    description: 'Of the bytes, in hex; null where they came in parts and the session named no hash.',
  })
  sha256: string | null;
  @Tags({ default: [] }) tags: string[];
  @Id('usr', { optional: true, description: 'The user it belongs to.' }) uploaded_by: string;
  @Text() blob_key: string;
}
