import { Injectable } from '@nestjs/common';
import { FilesPort } from '../../office/index.js';
import {
  attachment,
  Blobs,
  BlobStore,
  Clock,
  currentContext,
  failure,
  InjectStore,
  type Input,
  invalidField,
  type ResourceStore,
  Scans,
  servedType,
  StreamReply,
  WorkspaceBounds,
} from '../../platform/index.js';
import { ApplicationRepository } from './application.repository.js';
import type { Application } from './application.entity.js';
import type { AttachmentLink, AttachmentView, CreateAttachment } from './attachment.dto.js';
import { Attachment } from './attachment.entity.js';
import { attachments, MAX_ATTACHMENTS } from './attachment.resource.js';

/** Seconds that a link to download is good for. */
const LINK_SECONDS = 3_600;

@Injectable()
export class AttachmentsService {
  constructor(
    @InjectStore(Attachment) private readonly store: ResourceStore<Attachment>,
    private readonly repository: ApplicationRepository,
    private readonly files: FilesPort,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly scans: Scans,
    private readonly clock: Clock,
    bounds: WorkspaceBounds,
  ) {
    bounds.counts(
      'storage_bytes',
      `select coalesce(sum(size_bytes), 0) from application_attachments where workspace_id = $1 and blob_key is not null`,
    );
  }

  /** The attachments of an application, the oldest first. Names of office's files are looked up each time. */
  async of(applicationId: string): Promise<AttachmentView[]> {
    const found = await this.repository.attachmentsOf(applicationId);
    const names = await this.files.names(found.flatMap(({ file_id }) => file_id ?? []));
    return found.map((attachment) => ({ ...attachment, name: names.get(attachment.file_id ?? '') ?? attachment.name }));
  }

  async attach({ id }: Application, { file_id, label }: CreateAttachment): Promise<Attachment> {
    const name = (await this.files.names([file_id])).get(file_id);
    if (name === undefined) throw invalidField('file_id', 'not_found', `There is no file ${file_id}.`);
    if (await this.repository.lock(id)) throw failure(attachments, 'anonymized');
    if ((await this.repository.attachmentsOf(id)).length >= MAX_ATTACHMENTS) throw failure(attachments, 'tooMany');
    const attached_by = currentContext().credential!.user_id;
    return this.store.create({ application_id: id, file_id, label, name, attached_by });
  }

  /** Makes an attachment of a file that the candidate has sent; its blob belongs to it from then on. */
  async add(input: Input<Attachment>, key: string): Promise<void> {
    const { id } = await this.store.create({ ...input, blob_key: key, scan_status: this.scans.initialStatus });
    await this.blobs.claim(key);
    await this.scans.add(key, { type: attachments.type, id });
  }

  async link({ blob_key, name, mime_type }: Attachment): Promise<AttachmentLink> {
    if (blob_key === null) throw failure(attachments, 'inOffice');
    await this.scans.check(blob_key);
    const expires = Math.ceil(this.clock.now() / 1000 + LINK_SECONDS) * 1000;
    const url = await this.blobStore.link(blob_key, { name, mime_type: mime_type!, expires });
    return { url, expires_at: new Date(expires).toISOString() };
  }

  /**
   * The bytes of a file that the candidate sent, for pages that show it. Unlike a link, which may lead to another origin, they
   * need the credential. Their type is no page or script (see `servedType`), and browsers are told to save them.
   */
  async content({ blob_key, name, mime_type }: Attachment): Promise<StreamReply> {
    if (blob_key === null) throw failure(attachments, 'inOffice');
    await this.scans.check(blob_key);
    const headers = {
      'Content-Type': servedType(mime_type!),
      'Content-Disposition': attachment(name),
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    };
    return StreamReply.of(headers, bytesOf(await this.blobStore.read(blob_key)));
  }

  /** Removes a candidate's file for good; a file of office stays in office. */
  async remove(attachment: Attachment): Promise<void> {
    await this.store.remove(attachment);
    if (attachment.blob_key !== null) await this.blobs.release(attachment.blob_key);
  }

  /** Removes all of an application. */
  async removeAll({ id }: Application): Promise<void> {
    const all = await this.store.findAll(['application_id = ?', id], { unseen: true });
    await this.store.removeMany(all);
    for (const { blob_key } of all) if (blob_key !== null) await this.blobs.release(blob_key);
  }
}

async function* bytesOf(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* file;
}
