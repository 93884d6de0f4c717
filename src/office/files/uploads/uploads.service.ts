import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import {
  type ApiError,
  Blobs,
  BlobStore,
  Clock,
  Database,
  failure,
  fieldsOf,
  InjectStore,
  invalidField,
  Maintenance,
  PartsLost,
  Removal,
  Reply,
  type ResourceStore,
  Settings,
  typeOf,
  WorkspaceBounds,
} from '../../../platform/index.js';
import { FileView } from '../file.dto.js';
import { File } from '../file.entity.js';
import { FilesService, nameOf } from '../files.service.js';
import {
  type CreateUpload,
  mustBeOpen,
  outOfSequence,
  PART,
  partNumber,
  type PartView,
  type UploadedPart,
  type UploadView,
} from './upload.dto.js';
import { partCount, UploadSession } from './upload.entity.js';
import { RESERVED_BYTES, UploadRepository } from './upload.repository.js';
import { uploads } from './upload.resource.js';

/** Lifetime of an open upload after its last part. */
const OPEN_SECONDS = 86_400;
/** Retention of ended uploads. */
const RETENTION_SECONDS = 7 * 86_400;
const MAX_PARTS = 10_000;
const MEBIBYTE = 2 ** 20;
/** Bytes needed to detect the media type. */
const SNIFF_BYTES = 16_384;

@Injectable()
export class UploadsService {
  /** Uploads whose blob was assembled and verified in this request. */
  readonly #assembled = new WeakSet<UploadSession>();

  constructor(
    @InjectStore(UploadSession) private readonly store: ResourceStore<UploadSession>,
    @InjectStore(File) private readonly fileStore: ResourceStore<File>,
    private readonly files: FilesService,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly repository: UploadRepository,
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly removal: Removal,
    private readonly bounds: WorkspaceBounds,
    maintenance: Maintenance,
  ) {
    // An open upload reserves its total size in the quota.
    bounds.counts('storage_bytes', RESERVED_BYTES);
    maintenance.add({
      name: 'office.uploads',
      description: 'Removes the parts of uploads that expired.',
      every: 600_000,
      run: () => this.sweep(),
    });
  }

  async create({ name, size_bytes, part_size_bytes, mime_type, sha256, tags }: CreateUpload): Promise<object> {
    const { MAX_FILE_BYTES } = this.settings;
    if (size_bytes > MAX_FILE_BYTES)
      throw invalidField('size_bytes', 'too_large', `size_bytes must be at most ${MAX_FILE_BYTES}.`);
    const smallest = Math.ceil(size_bytes / MAX_PARTS / MEBIBYTE) * MEBIBYTE;
    if (part_size_bytes !== undefined && size_bytes / part_size_bytes > MAX_PARTS) {
      const message = `part_size_bytes must be at least ${smallest}: an upload has at most ${MAX_PARTS} parts.`;
      throw invalidField('part_size_bytes', 'out_of_range', message);
    }
    const checkedName = nameOf(name);
    await this.bounds.refuseBeyond('storage_bytes', size_bytes);
    const key = await this.blobs.announce();
    const session = await this.store.create({
      name: checkedName,
      size_bytes,
      mime_type: mime_type?.toLowerCase() ?? null,
      part_size_bytes: part_size_bytes ?? Math.max(PART.default, smallest),
      sha256: sha256?.toLowerCase() ?? null,
      tags,
      blob_key: key,
      store_id: await this.blobStore.begin(key),
      expires_at: this.clock.iso(OPEN_SECONDS),
    });
    await this.blobs.postpone(key, OPEN_SECONDS);
    return this.#shown(session);
  }

  show(session: UploadSession): object {
    if (session.status === 'open') mustBeOpen(session, this.clock.iso());
    return this.#shown(session);
  }

  /** Accepts a stored part: the next one, or a repetition of the last one. */
  async receive({ id }: UploadSession, text: string, part: UploadedPart): Promise<PartView> {
    const session = await this.store.get(id, { lock: true });
    const number = partNumber(session, text);
    mustBeOpen(session, this.clock.iso());
    const { file } = part;
    if (number === session.received_parts) {
      const [accepted] = await this.repository.parts(session, number);
      if (accepted!.sha256 !== file.sha256) throw failure(uploads, 'otherBytes');
      return partView(session, number, part);
    }
    if (number !== session.received_parts + 1 || !file.part) throw outOfSequence(session);
    part.keep();
    const after = {
      received_parts: number,
      received_bytes: session.received_bytes + file.size_bytes,
      expires_at: this.clock.iso(OPEN_SECONDS),
    };
    await this.repository.add(session, { number, tag: file.part.tag, sha256: file.sha256 }, after);
    await this.blobs.postpone(session.blob_key, OPEN_SECONDS);
    return partView({ ...session, ...after }, number, part);
  }

  /** Assembles and verifies the blob. An incomplete upload is rejected later by `complete`. */
  async assemble(session: UploadSession): Promise<void> {
    const open = session.status === 'open' && session.expires_at > this.clock.iso();
    if (!open || session.received_parts < partCount(session)) return;
    try {
      await this.blobStore.complete(session.blob_key, session.store_id, await this.repository.parts(session));
    } catch (error) {
      if (error instanceof PartsLost) throw await this.#failed(session, failure(uploads, 'failed'));
      throw error;
    }
    if (session.sha256 !== null && (await this.#hash(session)) !== session.sha256) {
      const message = 'The file does not match sha256. Begin a new upload.';
      throw await this.#failed(session, invalidField('sha256', 'invalid_value', message));
    }
    this.#assembled.add(session);
  }

  async complete(loaded: UploadSession): Promise<Reply> {
    const session = await this.store.get(loaded.id, { lock: true });
    if (session.status === 'completed') return fileReply(200, await this.fileStore.get(session.file_id!));
    mustBeOpen(session, this.clock.iso());
    if (!this.#assembled.has(loaded)) throw outOfSequence(session, 'missing');
    const { name, size_bytes, sha256, tags, uploaded_by, blob_key } = session;
    const mime_type = await typeOf(session.mime_type, await this.#head(session));
    const file = await this.files.add({ name, mime_type, size_bytes, sha256, tags, uploaded_by }, blob_key);
    const changes = { file_id: file.id, mime_type, expires_at: this.clock.iso(RETENTION_SECONDS) };
    await this.store.transition(session, 'completed', changes, { as: 'completed' });
    return fileReply(201, file);
  }

  async remove(session: UploadSession): Promise<void> {
    if (session.status === 'completed') throw failure(uploads, 'completed');
    if (session.status === 'open') mustBeOpen(session, this.clock.iso());
    await this.store.remove(session);
    await this.blobs.release(session.blob_key);
  }

  /** Removes expired uploads and the parts of open ones. Returns their number. */
  async sweep(): Promise<number> {
    const now = this.clock.iso();
    await this.repository.releaseExpired(now);
    const removed = await this.removal.where(this.store, 'expires_at <= $1', [now]);
    await this.blobs.sweep();
    return removed;
  }

  #shown(session: UploadSession): UploadView & UploadSession {
    const computed = { session_id: session.id, part_count: partCount(session), next_part_number: next(session) };
    return { ...session, ...computed };
  }

  async #hash({ blob_key }: UploadSession): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of await this.blobStore.read(blob_key)) hash.update(chunk);
    return hash.digest('hex');
  }

  async #head({ blob_key, size_bytes }: UploadSession): Promise<Buffer> {
    const range = { start: 0, end: Math.min(size_bytes, SNIFF_BYTES) - 1 };
    return Buffer.concat(await (await this.blobStore.read(blob_key, range)).toArray());
  }

  /** Marks an upload as failed in a separate transaction, and returns the error. */
  async #failed({ id }: UploadSession, error: ApiError): Promise<ApiError> {
    await this.database.transaction(async () => {
      const session = await this.store.get(id, { lock: true });
      if (session.status !== 'open') return;
      await this.store.transition(
        session,
        'failed',
        { expires_at: this.clock.iso(RETENTION_SECONDS) },
        { as: 'failed' },
      );
      await this.blobs.release(session.blob_key);
    });
    return error;
  }
}

const next = ({ received_parts }: UploadSession) => received_parts + 1;

function partView(session: UploadSession, part_number: number, { file }: UploadedPart): PartView {
  const { id, received_bytes, expires_at } = session;
  const { size_bytes, sha256 } = file;
  return {
    session_id: id,
    part_number,
    size_bytes,
    sha256,
    received_bytes,
    next_part_number: next(session),
    expires_at,
  };
}

/** The Location is that of the file, not below the upload. */
function fileReply(status: number, file: File): Reply {
  const shown = [...fieldsOf(FileView.prototype).keys()].map((name) => [name, file[name as keyof File]]);
  const headers = { ETag: `"${file.revision}"`, Location: `/v1/office/files/${file.id}` };
  return new Reply(status, headers, JSON.stringify(Object.fromEntries(shown)));
}
