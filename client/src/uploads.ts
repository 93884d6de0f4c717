import type { components } from './schema.js';
import type { Suite } from './suite.js';
import { SuiteError } from './suite-error.js';

export type File = components['schemas']['OfficeFile'];

/** Bytes above which a file goes in parts, and that a part has. */
const PART_BYTES = 16 * 1024 * 1024;

export interface UploadOptions {
  name: string;
  tags?: string[];
  /** Bytes above which the file goes in parts, and that a part has: at least 5 MiB. Default: 16 MiB. */
  partBytes?: number;
  /** The session of an upload of this file that broke off. What has arrived is not sent again. */
  session?: string;
  /** Called with the session of an upload in parts. With it the upload can be resumed for a day. */
  onSession?: (id: string) => void;
  /** Called with the bytes that have arrived. */
  onProgress?: (sentBytes: number) => void;
  signal?: AbortSignal;
}

const SESSION = '/v1/office/files/upload/chunked/{session_id}';

/** Uploads a file of any size; a large one in parts, each of which is sent again where it gets lost on the way. */
export async function uploadFile(suite: Suite, file: Blob, options: UploadOptions): Promise<File> {
  const { name, tags = [], partBytes = PART_BYTES, onSession, onProgress, signal } = options;
  if (file.size <= partBytes) {
    const form = new FormData();
    form.set('name', name);
    for (const tag of tags) form.append('tags', tag);
    form.set('file', file, name);
    const made = await suite.post('/v1/office/files', { body: form as never, signal });
    onProgress?.(file.size);
    return made;
  }
  const session =
    (await resumable(suite, file, options)) ??
    (await suite.post('/v1/office/files/upload/chunked', {
      body: { name, tags, size_bytes: file.size, part_size_bytes: partBytes },
      signal,
    }));
  const { session_id, part_count, part_size_bytes, next_part_number, received_bytes } = session;
  onSession?.(session_id);
  if (received_bytes > 0) onProgress?.(received_bytes);
  for (let part_number = next_part_number; part_number <= part_count; part_number++) {
    const end = Math.min(part_number * part_size_bytes, file.size);
    await suite.put(`${SESSION}/parts/{part_number}`, {
      params: { path: { session_id, part_number: String(part_number) } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file.slice((part_number - 1) * part_size_bytes, end) as never,
      bodySerializer: (bytes: unknown) => bytes,
      signal,
    });
    onProgress?.(end);
  }
  return suite.post(`${SESSION}/complete`, { params: { path: { session_id } }, signal });
}

/** The session to go on with. None where it has ended, or is one of another file. */
async function resumable(suite: Suite, file: Blob, { session, signal }: UploadOptions) {
  if (session === undefined) return null;
  try {
    const found = await suite.get(SESSION, { params: { path: { session_id: session } }, signal });
    return found.status !== 'failed' && found.size_bytes === file.size ? found : null;
  } catch (error) {
    if (error instanceof SuiteError && error.status === 404) return null;
    throw error;
  }
}
