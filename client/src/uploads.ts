import type { components } from './schema.js';
import type { Suite } from './suite.js';

export type File = components['schemas']['OfficeFile'];

/** Bytes above which a file goes in parts, and that a part has. */
const PART_BYTES = 16 * 1024 * 1024;

export interface UploadOptions {
  name: string;
  tags?: string[];
  /** Called with the bytes that have arrived. */
  onProgress?: (sentBytes: number) => void;
  signal?: AbortSignal;
}

/** Uploads a file of any size; a large one in parts, each of which is sent again where it gets lost on the way. */
export async function uploadFile(
  suite: Suite,
  file: Blob,
  { name, tags = [], onProgress, signal }: UploadOptions,
): Promise<File> {
  if (file.size <= PART_BYTES) {
    const form = new FormData();
    form.set('name', name);
    for (const tag of tags) form.append('tags', tag);
    form.set('file', file, name);
    const made = await suite.post('/v1/office/files', { body: form as never, signal });
    onProgress?.(file.size);
    return made;
  }
  const { session_id, part_count } = await suite.post('/v1/office/files/upload/chunked', {
    body: { name, tags, size_bytes: file.size, part_size_bytes: PART_BYTES },
    signal,
  });
  for (let part_number = 1; part_number <= part_count; part_number++) {
    const end = Math.min(part_number * PART_BYTES, file.size);
    await suite.put('/v1/office/files/upload/chunked/{session_id}/parts/{part_number}', {
      params: { path: { session_id, part_number: String(part_number) } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file.slice((part_number - 1) * PART_BYTES, end) as never,
      bodySerializer: (bytes: unknown) => bytes,
      signal,
    });
    onProgress?.(end);
  }
  const path = { session_id };
  return suite.post('/v1/office/files/upload/chunked/{session_id}/complete', { params: { path }, signal });
}
