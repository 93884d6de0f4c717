import { defineResource, Id, Int, Text } from '../../platform/index.js';

class FileUploaded {
  @Id('fil', { description: 'The file.' }) file_id: string;
  @Text({ example: 'plan.pdf', description: 'What it is called.' }) name: string;
  @Text({ example: 'application/pdf', description: 'Its media type.' }) mime_type: string;
  @Int({ min: 0, example: 48_213, description: 'How many bytes it has.' }) size_bytes: number;
  @Id('usr', { description: 'The user it belongs to.' }) uploaded_by: string;
}

export const files = defineResource('office.file', {
  idPrefix: 'fil',
  owner: 'uploaded_by',
  events: { uploaded: FileUploaded },
  countedBy: ['uploaded_by', 'mime_type', 'tags'],
  countedByMany: ['uploaded_by', 'tags'],
});
