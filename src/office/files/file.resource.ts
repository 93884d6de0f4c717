import { conflictError, defineResource, Id, Int, Text } from '../../platform/index.js';

class FileUploaded {
  @Id('fil', { description: 'The file.' }) file_id: string;
  @Text({ example: 'plan.pdf', description: 'Name.' }) name: string;
  @Text({ example: 'application/pdf', description: 'Media type.' }) mime_type: string;
  @Int({ min: 0, example: 48_213, description: 'Size in bytes.' }) size_bytes: number;
  @Id('usr', { description: 'Owner.' }) uploaded_by: string;
}

export const files = defineResource('office.file', {
  idPrefix: 'fil',
  searchable: ['name'],
  owner: 'uploaded_by',
  events: { uploaded: FileUploaded },
  // `Scans` has the specific message.
  errors: { unscanned: conflictError('The file has not been scanned for viruses yet, or contains malware.') },
});
