import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  Blobs,
  BlobStore,
  cleanName,
  Clock,
  type ImportedBytes,
  InjectStore,
  type Input,
  invalidField,
  ResourceService,
  type ResourceStore,
  Scans,
  WorkspaceBounds,
} from '../../platform/index.js';
import type { DownloadView, UpdateFile, UploadFile } from './file.dto.js';
import { File } from './file.entity.js';
import { files } from './file.resource.js';

/** Lifetime of a download link. */
const LINK_SECONDS = 3_600;

@Injectable()
export class FilesService extends ResourceService<File> {
  constructor(
    @InjectStore(File) store: ResourceStore<File>,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly clock: Clock,
    private readonly trail: AuditTrail,
    private readonly scans: Scans,
    bounds: WorkspaceBounds,
  ) {
    super(store);
    bounds.counts('storage_bytes', 'select coalesce(sum(size_bytes), 0) from files where workspace_id = $1');
  }

  async upload(upload: UploadFile): Promise<File> {
    const { name, mime_type, size_bytes, sha256, key } = upload.file;
    const input = { name: nameOf(upload.name ?? name ?? ''), mime_type, size_bytes, sha256, tags: upload.tags };
    upload.keep();
    return this.add(input, key);
  }

  /** Creates the record of an existing blob and claims the blob. */
  async add(input: Omit<Input<File>, 'blob_key'>, key: string): Promise<File> {
    const file = await this.store.create(
      { ...input, blob_key: key, scan_status: this.scans.initialStatus },
      { as: 'uploaded' },
    );
    await this.blobs.claim(key);
    await this.scans.add(key, { type: files.type, id: file.id });
    return file;
  }

  /** Makes the file of bytes that an import has stored. */
  addNamed(name: string, tags: string[], { key, ...facts }: ImportedBytes): Promise<File> {
    return this.add({ name: nameOf(name), tags, ...facts }, key);
  }

  override async update(file: File, { name, tags }: UpdateFile): Promise<File> {
    return this.store.update(file, { ...(name !== undefined && { name: nameOf(name) }), tags });
  }

  /** Permanent: files have no trash. */
  override async remove(file: File): Promise<void> {
    await this.store.remove(file);
    await this.blobs.release(file.blob_key);
  }

  /** Recorded in the audit trail, because the link is a bearer token for the contents. */
  async link({ id, blob_key, name, mime_type }: File): Promise<DownloadView> {
    await this.scans.check(blob_key);
    const expires = Math.ceil(this.clock.now() / 1000 + LINK_SECONDS) * 1000;
    const url = await this.blobStore.link(blob_key, { name, mime_type, expires });
    await this.trail.note({
      action: 'office.file.downloaded',
      resource_type: files.type,
      resource_id: id,
      outcome: 'success',
      changes: null,
    });
    return { url, expires_at: new Date(expires).toISOString() };
  }
}

/** Removes path and invisible characters; 400 if nothing is left. */
export function nameOf(given: string): string {
  const name = cleanName(given);
  if (name === null) throw invalidField('name', 'required', 'name is required: the name of the file, without a path.');
  return name;
}
