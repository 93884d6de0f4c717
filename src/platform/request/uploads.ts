import { Injectable, Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { currentContext, runInContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { type ApiError, invalidField } from '../errors/api-error.js';
import { readJson, refuseBadText } from './body.js';
import { type IncomingFile, isForm, readForm, readRaw } from './multipart.js';
import { fieldsOf } from '../fields/field-spec.js';
import { readInput } from '../fields/reader.js';
import { WorkspaceBounds } from '../security/workspace-bounds.js';
import { BlobStore } from '../storage/blob-store.js';
import { Blobs } from '../storage/blobs.js';
import { typeOf } from '../storage/media-types.js';
import { cleanName } from '../storage/names.js';
import { type Destination, FormUpload, type ReceivedFile, type StoredBody, Upload } from './upload.js';

/** Bytes needed to detect the media type. */
const SNIFF_BYTES = 16_384;

type UploadClass = typeof Upload;
type FormUploadClass = Pick<typeof FormUpload, 'part' | 'maxBytes' | 'maxParts' | 'destinations' | 'valueIn'> &
  (new () => FormUpload);

/** Whether the body of a route is a file. */
export const isUpload = (body: Function | null): body is UploadClass =>
  body !== null && (body === Upload || body.prototype instanceof Upload);

/** Whether the body of a route is JSON with files beside it. */
export const isFormUpload = (body: Function | null): body is FormUploadClass => body?.prototype instanceof FormUpload;

/** Streams uploaded files into the blob store. */
@Injectable()
export class Uploads {
  readonly #logger = new Logger('Uploads');

  constructor(
    private readonly store: BlobStore,
    private readonly blobs: Blobs,
    private readonly clock: Clock,
    private readonly bounds: WorkspaceBounds,
  ) {}

  /** Reads an upload. Also returns its fingerprint. */
  async receive(type: UploadClass, request: Request, strict: boolean): Promise<{ upload: Upload; text: string }> {
    const context = currentContext();
    const destination = type.destination(context.record, request.params as Record<string, string>, this.clock.iso());
    const taken: ReceivedFile[] = [];
    // Body events fire in the async context of the connection, which may be that of an earlier request.
    const take = (incoming: IncomingFile) =>
      runInContext(context, async () => {
        const file = await this.#take(incoming, destination);
        taken.push(file);
        return file;
      });
    await this.#refuseFull(request, [destination]);
    try {
      const digest = digestOf(request);
      const isInForm = isForm(request);
      const maxBytes = destination.maxBytes + FORM_OVERHEAD_BYTES;
      if (!isInForm) refuseUnlessRaw(type, request, destination);
      else if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(destination);
      const body = digest && isInForm ? tap(request) : null;
      const options = { maxBytes, take };
      let fields: Record<string, unknown> = {};
      let files: readonly ReceivedFile[];
      if (isInForm) {
        const form = await readForm(request, { ...options, files: ['file'], maxFiles: type.maxFiles });
        fields = fieldsIn(form.fields, type);
        // In the order of the form, not of their ends.
        files = form.files.get('file') ?? [];
      } else {
        files = [await readRaw(request, options)];
      }
      const [file] = files;
      if (!file) throw invalidField('file', 'required', 'file is required: the part with the contents.');
      checkDigests(request, file.sha256, digest && { ...digest, is: body?.digest('hex') ?? file.sha256 });
      refuseBadText(fields, '');
      const upload = await readInput(type as new () => Upload, fields, { text: true, strict });
      Object.assign(upload, { file, files });
      const facts = files.flatMap(({ sha256, name, mime_type }) => [sha256, name, mime_type]);
      return { upload, text: JSON.stringify([...facts, fields]) };
    } catch (error) {
      for (const file of taken) await this.#forget(file);
      throw error;
    }
  }

  /** Reads a JSON body, or a form with JSON and the files that the record allows. Also returns its fingerprint. */
  async receiveForm(type: FormUploadClass, request: Request): Promise<{ upload: FormUpload; text: string }> {
    const destinations = type.destinations(currentContext().record);
    const upload = new type();
    if (!isForm(request)) {
      const { value, text } = await readJson(request, type.maxBytes);
      upload.value = value;
      return { upload, text };
    }
    try {
      const fields = await this.#receiveParts(upload, request, destinations, type);
      upload.value = type.valueIn(fields);
      const hashes = [...upload.files].map(([name, { sha256 }]) => [name, sha256]);
      // A file input that was left empty sends an empty file.
      for (const [name, file] of upload.files) {
        if (file.size_bytes) continue;
        await this.#forget(file);
        upload.files.delete(name);
      }
      return { upload, text: JSON.stringify([[...fields], hashes]) };
    } catch (error) {
      await this.discard(upload);
      throw error;
    }
  }

  /** Adds files to `upload` as soon as they are stored, so that they are removed if a later part is invalid. */
  async #receiveParts(
    upload: FormUpload,
    request: Request,
    destinations: ReadonlyMap<string, Destination>,
    { maxBytes: maxFieldBytes, maxParts }: Pick<FormUploadClass, 'maxBytes' | 'maxParts'>,
  ): Promise<Map<string, string[]>> {
    const context = currentContext();
    const take = (incoming: IncomingFile) =>
      runInContext(context, async () => {
        const file = await this.#take(incoming, destinations.get(incoming.field)!);
        upload.files.set(incoming.field, file);
        return file;
      });
    await this.#refuseFull(request, [...destinations.values()]);
    const maxBytes = [...destinations.values()].reduce((sum, { maxBytes }) => sum + maxBytes, FORM_OVERHEAD_BYTES);
    const form = await readForm(request, {
      files: [...destinations.keys()],
      maxFieldBytes,
      maxParts,
      maxBytes,
      take,
    });
    // In the order of the form, not of their ends.
    upload.files = new Map([...form.files].map(([name, [file]]) => [name, file!]));
    return form.fields;
  }

  /** Removes the files of a body that the handler did not keep. */
  async discard({ kept, stored }: StoredBody): Promise<void> {
    if (!kept) for (const file of stored) await this.#forget(file);
  }

  async #take({ name, mime_type, bytes }: IncomingFile, to: Destination): Promise<ReceivedFile> {
    const measure = new Measure(to);
    const source = measure.through(bytes);
    let [key, part]: [string, ReceivedFile['part']] = ['', null];
    if (to.into === 'a new blob') {
      key = await this.blobs.announce();
      try {
        await this.store.write(key, source);
        // Checked again, because without Content-Length the size was unknown before.
        await this.bounds.refuseBeyond('storage_bytes', measure.size);
      } catch (error) {
        await this.blobs.discard(key);
        throw error;
      }
    } else if (to.into === 'nowhere') {
      for await (const _ of source);
    } else {
      const { upload, number } = to.into;
      key = to.into.key;
      part = { number, tag: await this.store.writePart(key, upload, number, to.maxBytes, source) };
    }
    return {
      key,
      part,
      name: name === null ? null : cleanName(name, 255),
      mime_type: part ? '' : await typeOf(mime_type, measure.head),
      size_bytes: measure.size,
      sha256: measure.hash.digest('hex'),
    };
  }

  /** Quota check before the first byte. Parts are counted when their upload begins, with its total size. */
  async #refuseFull({ headers }: Request, destinations: readonly Destination[]): Promise<void> {
    const minBytes = destinations.filter(({ into }) => into === 'a new blob').length;
    if (!minBytes) return;
    const length = Number(headers['content-length'] ?? 0);
    // Fields and boundaries do not count.
    await this.bounds.refuseBeyond('storage_bytes', Math.max(minBytes, length - FORM_OVERHEAD_BYTES));
  }

  async #forget({ key, part }: ReceivedFile): Promise<void> {
    try {
      if (part) await this.store.removePart(key, part);
      else if (key) await this.blobs.discard(key);
    } catch (error) {
      this.#logger.warn(`The parts of the blob ${key} stay until the next sweep: ${(error as Error).message}`);
    }
  }
}

/** Allowance for multipart overhead: fields and boundaries. */
const FORM_OVERHEAD_BYTES = 8 * 2 ** 20;

/** Counts and hashes a stream, and aborts it beyond the limit. */
class Measure {
  readonly hash = createHash('sha256');
  size = 0;
  head = Buffer.alloc(0);

  constructor(private readonly to: Destination) {}

  /** Holds back the last chunk until the end is certain, so that no store accepts a file that is too large. */
  async *through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let held: Buffer | null = null;
    for await (const chunk of source) {
      this.size += chunk.length;
      if (this.size > this.to.maxBytes) throw tooLarge(this.to);
      this.hash.update(chunk);
      if (this.head.length < SNIFF_BYTES)
        this.head = Buffer.concat([this.head, chunk.subarray(0, SNIFF_BYTES - this.head.length)]);
      if (held) yield held;
      held = chunk;
    }
    if (this.size < this.to.minBytes) throw invalidField(this.to.field ?? 'file', 'invalid_value', this.to.wrongSize);
    if (held) yield held;
  }
}

const tooLarge = ({ field = 'file', wrongSize }: Destination): ApiError => invalidField(field, 'too_large', wrongSize);

/** Checks the headers of a raw body: type and length. */
function refuseUnlessRaw(type: UploadClass, { headers }: Request, to: Destination): void {
  const given = headers['content-type'] ?? '';
  if (!type.raw || !/^application\/octet-stream\s*(;|$)/i.test(given)) {
    const types = ['multipart/form-data', ...(type.raw ? ['application/octet-stream'] : [])].join(' or ');
    throw invalidField('Content-Type', 'invalid_value', `Content-Type must be ${types}.`);
  }
  const length = headers['content-length'];
  if (length === undefined) return;
  if (Number(length) > to.maxBytes) throw tooLarge(to);
  if (Number(length) < to.minBytes) throw invalidField('file', 'invalid_value', to.wrongSize);
}

function tap(request: Request) {
  const hash = createHash('sha256');
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  // Adding a listener starts the flow; paused until a consumer reads.
  request.pause();
  return hash;
}

/** SHA-256 in hex that Content-Digest (RFC 9530) promises for the body; other algorithms are left alone. */
function digestOf({ headers }: Request): { promised: string } | null {
  const header = headers['content-digest']?.toString();
  if (header === undefined) return null;
  const value = /(?:^|[,\s])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header)?.[1];
  if (value) return { promised: Buffer.from(value, 'base64').toString('hex') };
  if (!/(^|[,\s])sha-256\s*=/.test(header)) return null;
  throw invalidField('Content-Digest', 'invalid_format', 'Content-Digest must be like sha-256=:<base64>:.');
}

function checkDigests({ headers }: Request, sha256: string, body: { promised: string; is: string } | null): void {
  if (body && body.promised !== body.is)
    throw invalidField('Content-Digest', 'invalid_value', 'The body does not match Content-Digest.');
  const part = headers['x-part-sha256'];
  if (part === undefined) return;
  if (!/^[0-9a-f]{64}$/i.test(String(part)))
    throw invalidField('X-Part-Sha256', 'invalid_format', 'X-Part-Sha256 must be 64 hexadecimal digits.');
  if (String(part).toLowerCase() !== sha256)
    throw invalidField('X-Part-Sha256', 'invalid_value', 'The part does not match X-Part-Sha256.');
}

/** The values of a form as a class wants them: a list where it declares one, in which an empty part is no item. */
function fieldsIn(values: Map<string, string[]>, type: UploadClass): Record<string, unknown> {
  const declared = fieldsOf(type.prototype);
  return Object.fromEntries(
    [...values].map(([name, given]) => {
      if (declared.get(name)?.many) return [name, given.filter(Boolean)];
      return [name, given.length > 1 ? given : given[0]];
    }),
  );
}
