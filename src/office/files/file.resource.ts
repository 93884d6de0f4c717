import { defineResource, Id, Int, Text } from '../../platform/index.js';

class FileUploaded {
  @Id('fil') file_id: string;
  @Text({ example: 'plan.pdf' }) name: string;
  @Text({ example: 'application/pdf' }) mime_type: string;
  @Int({ min: 0, example: 48_213 }) size_bytes: number;
  @Id('usr') uploaded_by: string;
}

export const files = defineResource('office.file', {
  idPrefix: 'fil',
  owner: 'uploaded_by',
  events: { uploaded: FileUploaded },
  countedBy: ['uploaded_by', 'mime_type', 'tags'],
  countedByMany: ['uploaded_by', 'tags'],
});
