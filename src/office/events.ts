import { declareEvents } from '../platform/events/catalogue.js';
import { Id, Int, Text } from '../platform/resource/fields.js';

class FileUploaded {
  @Id('fil') file_id: string;
  @Text({ example: 'plan.pdf' }) name: string;
  @Text({ example: 'application/pdf' }) mime_type: string;
  @Int({ min: 0, example: 48_213 }) size_bytes: number;
  @Id('usr') uploaded_by: string;
}

declareEvents('office.file', { uploaded: FileUploaded });
