import { Id, PickType, Text, Timestamp, ViewType } from '../../platform/index.js';
import { Attachment } from './attachment.entity.js';

export class CreateAttachment extends PickType(Attachment, ['label']) {
  @Id('fil', { description: 'File in office.' }) file_id: string;
}

export class AttachmentView extends ViewType(Attachment, [
  'id',
  'file_id',
  'label',
  'name',
  'mime_type',
  'size_bytes',
  'scan_status',
  'attached_by',
  'created_at',
]) {}

export class AttachmentLink {
  @Text({ secret: true, max: 8192, description: 'Needs no credential.' }) url: string;
  @Timestamp({ description: 'Time of expiry: one hour after the request.' }) expires_at: string;
}
