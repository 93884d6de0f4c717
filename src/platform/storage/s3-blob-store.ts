import type { CompletedPart, GetObjectCommandInput, S3Client } from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import type { Settings } from '../config/settings.js';
import { ApiError, unavailable } from '../errors/api-error.js';
import { BlobGone, BlobStore, type ByteRange, type LinkOptions, PartsLost, type StoredPart } from './blob-store.js';
import { attachment } from './content-disposition.js';
import { servedType } from './media-types.js';

/** Part size for blobs of unknown size; two parts are in memory. */
const PART_BYTES = 8 * 2 ** 20;

/** Without a logger the SDK warns on the console about each upload that fails. Failures reach the caller as errors. */
const ignore = () => {};
const SILENT = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Where a bucket is. */
export type S3Options = Pick<
  Settings,
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_PUBLIC_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
>;

type Sdk = typeof import('@aws-sdk/client-s3');

/** Blobs in an S3-compatible store. Those that come in parts are multipart uploads there. */
export class S3BlobStore extends BlobStore {
  #connected: Promise<{ sdk: Sdk; client: S3Client; links: S3Client }> | undefined;

  constructor(private readonly options: S3Options) {
    super();
  }

  async write(key: string, source: AsyncIterable<Buffer>): Promise<void> {
    const { client } = await this.#connect();
    const { Upload } = await import('@aws-sdk/lib-storage');
    const params = { ...this.#object(key), Body: Readable.from(copied(source), { objectMode: false }) };
    await this.#ask(() => new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done(), params.Body);
  }

  async begin(key: string): Promise<string> {
    const { sdk, client } = await this.#connect();
    const made = await this.#ask(() => client.send(new sdk.CreateMultipartUploadCommand(this.#object(key))));
    return made.UploadId!;
  }

  async writePart(
    key: string,
    upload: string,
    number: number,
    size: number,
    source: AsyncIterable<Buffer>,
  ): Promise<string> {
    const { sdk, client } = await this.#connect();
    const body = Readable.from(source, { objectMode: false });
    // Aborts explicitly: the client would wait for ever for the rest of a failed body.
    const broken = new AbortController();
    body.once('error', () => broken.abort());
    const command = new sdk.UploadPartCommand({
      ...this.#object(key),
      UploadId: upload,
      PartNumber: number,
      ContentLength: size,
      Body: body,
    });
    const options = { abortSignal: broken.signal };
    const send = () =>
      client.send(command, options).catch((error: Error) => {
        throw error.name === 'NoSuchUpload' ? new PartsLost() : error;
      });
    return (await this.#ask(send, body)).ETag!;
  }

  /** The store keeps the last attempt at a part, until the next one or the end of the upload. */
  async removePart(): Promise<void> {}

  async complete(key: string, upload: string, parts: readonly StoredPart[]): Promise<void> {
    const { sdk, client } = await this.#connect();
    const Parts = parts.map(({ number, tag }): CompletedPart => ({ PartNumber: number, ETag: tag }));
    const command = new sdk.CompleteMultipartUploadCommand({
      ...this.#object(key),
      UploadId: upload,
      MultipartUpload: { Parts },
    });
    await this.#ask(async () => {
      try {
        await client.send(command);
      } catch (error) {
        const { name } = error as Error;
        if (name === 'InvalidPart' || name === 'InvalidPartOrder') throw new PartsLost();
        // Completed already, by a concurrent request or before a crash.
        if (name !== 'NoSuchUpload') throw error;
        await client.send(new sdk.HeadObjectCommand(this.#object(key))).catch((failure: unknown) => {
          throw statusOf(failure) === 404 ? new PartsLost() : failure;
        });
      }
    });
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const { sdk, client } = await this.#connect();
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await this.#ask(() => client.send(new sdk.GetObjectCommand({ ...this.#object(key), Range }))).catch(
      (error: unknown) => {
        throw (error as Error).name === 'NoSuchKey'
          ? new BlobGone(`The blob ${key} is not in the bucket.`, { cause: error })
          : error;
      },
    );
    return found.Body as Readable;
  }

  async remove(key: string): Promise<void> {
    const { sdk, client } = await this.#connect();
    await this.#ask(async () => {
      const { Bucket } = this.#object(key);
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: key }));
      for (const { Key, UploadId } of Uploads) {
        if (Key === key) await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
      await client.send(new sdk.DeleteObjectCommand(this.#object(key)));
    });
  }

  /** Keys that begin with a prefix, in their order. */
  async *list(prefix: string): AsyncGenerator<string> {
    const { sdk, client } = await this.#connect();
    const { Bucket } = this.#object(prefix);
    let ContinuationToken: string | undefined;
    do {
      const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken });
      const { Contents = [], NextContinuationToken } = await this.#ask(() => client.send(command));
      for (const { Key } of Contents) yield Key!;
      ContinuationToken = NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async link(key: string, { name, mime_type, expires }: LinkOptions): Promise<string> {
    const { sdk, links } = await this.#connect();
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const command = new sdk.GetObjectCommand({
      ...this.#object(key),
      ResponseContentDisposition: attachment(name),
      ResponseContentType: servedType(mime_type),
      ResponseCacheControl: 'private',
    } satisfies GetObjectCommandInput);
    return getSignedUrl(links, command, { expiresIn: Math.max(1, Math.round((expires - Date.now()) / 1000)) });
  }

  #object(key: string) {
    return { Bucket: this.options.S3_BUCKET!, Key: key };
  }

  /** Lazy, because the client is large. Links are signed for the public endpoint. */
  #connect() {
    return (this.#connected ??= import('@aws-sdk/client-s3').then((sdk) => {
      const { S3_ENDPOINT, S3_PUBLIC_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = this.options;
      const options = {
        region: S3_REGION,
        forcePathStyle: (this.options.S3_FORCE_PATH_STYLE ?? (S3_ENDPOINT ? 'on' : 'off')) === 'on',
        // We hash every part; some stores do not support the default checksums of the client.
        requestChecksumCalculation: 'WHEN_REQUIRED' as const,
        responseChecksumValidation: 'WHEN_REQUIRED' as const,
        ...(S3_ACCESS_KEY_ID && {
          credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY! },
        }),
      };
      const at = (endpoint: string | undefined) =>
        new sdk.S3Client({ ...options, logger: SILENT, ...(endpoint && { endpoint }) });
      return { sdk, client: at(S3_ENDPOINT), links: at(S3_PUBLIC_ENDPOINT ?? S3_ENDPOINT) };
    }));
  }

  /** Maps errors of the store to 503; an error of the source takes precedence. */
  async #ask<T>(request: () => Promise<T>, body?: Readable): Promise<T> {
    let fault: unknown;
    body?.once('error', (error) => (fault = error));
    try {
      return await request();
    } catch (error) {
      if (error instanceof PartsLost) throw error;
      if (fault instanceof ApiError) throw fault;
      const status = statusOf(error);
      if (status >= 400 && status < 500 && status !== 429) throw error;
      throw Object.assign(unavailable('The file storage cannot be reached. Try again in a moment.'), { cause: error });
    } finally {
      body?.destroy();
    }
  }
}

/** The status that the store answered; 0 for none. */
const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** The client keeps pieces until they make up a part. */
async function* copied(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of source) yield Buffer.from(piece);
}
