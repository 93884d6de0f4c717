import { defineResource, event } from '../../platform/resource/define.js';
import { Id, Int, Text } from '../../platform/fields/fields.js';
import type { File } from './file.entity.js';

class FileUploaded {
  @Id('fil') file_id: string;
  @Text({ example: 'plan.pdf' }) name: string;
  @Text({ example: 'application/pdf' }) mime_type: string;
  @Int({ min: 0, example: 48_213 }) size_bytes: number;
  @Id('usr') uploaded_by: string;
}

export const files = defineResource('office.file', {
  idPrefix: 'fil',
  events: {
    uploaded: event(FileUploaded, ({ id, name, mime_type, size_bytes, uploaded_by }: File) => ({
      file_id: id,
      name,
      mime_type,
      size_bytes,
      uploaded_by,
    })),
  },
  countedBy: ['uploaded_by', 'mime_type', 'tags'],
  countedByMany: ['uploaded_by', 'tags'],
  userColumns: ['uploaded_by'],
  writable: (who) => (who.isEditor('office') ? 'all' : [{ uploaded_by: who.user_id }]),
});
