import { Id, Int, Tags, Text, Timestamp } from '../../platform/fields/fields.js';
import { byTag, countedByTag, PageQuery } from '../../platform/resource/page.js';
import { MAX_SINGLE, Upload } from '../../platform/request/upload.js';

/** Where files go that are too large for one request. */
export const CHUNKED = '/v1/office/files/upload/chunked';

export class UploadFile extends Upload {
  static override destination() {
    const wrongSize = `A file of more than ${MAX_SINGLE} bytes is sent in parts: begin with POST ${CHUNKED}.`;
    return { into: 'a new blob' as const, minBytes: 0, maxBytes: MAX_SINGLE, wrongSize };
  }

  @Text({ optional: true, description: 'Default: the name of the file in the form.' }) name?: string;
  @Tags({ optional: true }) tags: string[] = [];
}

export class UpdateFile {
  @Text({ optional: true }) name?: string;
  @Tags({ optional: true }) tags?: string[];
}

export class FileQuery extends PageQuery {
  static override sorts = ['created_at', 'updated_at', 'name', 'size_bytes'];
  static override columns = { uploader_id: 'uploaded_by' };
  static override filters = { tag: byTag };
  static override counted = { tag: countedByTag };

  @Id('usr', { optional: true }) uploader_id?: string;
  @Text({ max: 127, optional: true, example: 'application/pdf' }) mime_type?: string;
  @Text({ max: 50, optional: true }) tag?: string;
}

export class FileView {
  @Id('fil') id: string;
  @Text({ example: 'plan.pdf' }) name: string;
  @Text({ example: 'application/pdf' }) mime_type: string;
  @Int({ min: 0 }) size_bytes: number;
  @Text({
    nullable: true,
    description: 'Of the bytes, in hex; null where they came in parts and the session named no hash.',
  })
  sha256: string | null;
  @Tags() tags: string[];
  @Id('usr') uploaded_by: string;
  @Timestamp() created_at: string;
  @Timestamp() updated_at: string;
  @Int({ description: 'Grows by one with every change.' }) revision: number;
}

export class DownloadView {
  @Text({ description: 'Needs no credential. It answers `Range`, and `HEAD`.' }) url: string;
  @Timestamp({ description: 'An hour from now.' }) expires_at: string;
}
