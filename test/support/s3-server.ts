import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The input of an AWS signature (version 4). */
export interface Signed {
  method: string;
  /** As sent: encoded, with its query. */
  url: string;
  headers: Record<string, string | undefined>;
  signedHeaders: string[];
  payload: string;
  /** 20130524T000000Z */
  time: string;
  region: string;
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The signature that AWS publishes as "Signature Version 4" for S3. */
export function signatureOf({ method, url, headers, signedHeaders, payload, time, region }: Signed, secret: string) {
  const [path = '', query = ''] = url.split('?');
  const parameters = [...new URLSearchParams(query)].filter(([name]) => name !== 'X-Amz-Signature');
  const canonical = [
    method,
    path,
    parameters
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

interface MultipartUpload {
  key: string;
  parts: Map<number, Buffer>;
}

const md5 = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const MIN_PART = 5 * 2 ** 20;
const MAX_LISTED = 1_000;

/** A store that speaks as much S3 as the application does, and believes nobody without a signature. In memory. */
export class S3Server {
  readonly bucket = 'suite-files';
  readonly region = 'eu-test-1';
  readonly accessKeyId = 'AKIATEST';
  readonly secret = randomBytes(20).toString('hex');
  readonly objects = new Map<string, Buffer>();
  readonly uploads = new Map<string, MultipartUpload>();
  #server: Server;
  #refusal: { method: string; count: number } | undefined;

  static async start(): Promise<S3Server> {
    const s3 = new S3Server();
    s3.#server = createServer((request, response) => void s3.#serve(request, response)).listen(0, '127.0.0.1');
    await once(s3.#server, 'listening');
    return s3;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings with which the application uses this store. */
  get settings(): Record<string, string> {
    return {
      S3_ENDPOINT: this.url,
      S3_REGION: this.region,
      S3_BUCKET: this.bucket,
      S3_ACCESS_KEY_ID: this.accessKeyId,
      S3_SECRET_ACCESS_KEY: this.secret,
    };
  }

  /** Refuses all requests of a method until `end`. `count`: those that came. */
  refuse(method: string): { readonly count: number; end: () => void } {
    const refusal = { method, count: 0, end: () => void (this.#refusal = undefined) };
    this.#refusal = refusal;
    return refusal;
  }

  /** Everything that takes up space: objects, and parts of what will be one. */
  contents(): string[] {
    const parts = [...this.uploads.values()].flatMap(({ key, parts }) =>
      [...parts.keys()].map((number) => `${key}.parts/${number}`),
    );
    return [...this.objects.keys(), ...parts];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const body = await buffer(request);
      if (request.method === this.#refusal?.method) {
        this.#refusal!.count++;
        throw new S3Error(403, 'AccessDenied');
      }
      this.#authenticate(request, body);
      this.#answer(request, response, body);
    } catch (error) {
      const { status, code } = error instanceof S3Error ? error : new S3Error(500, 'InternalError');
      response.writeHead(status, { 'Content-Type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    }
  }

  #authenticate({ method = '', url = '', headers }: IncomingMessage, body: Buffer): void {
    const query = new URL(url, this.url).searchParams;
    const inQuery = query.has('X-Amz-Signature');
    const said = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '');
    if (!inQuery && !said) throw new S3Error(403, 'AccessDenied');
    const [credential, signed, signature] = inQuery
      ? ['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`)!)
      : said!.slice(1);
    const time = inQuery ? query.get('X-Amz-Date')! : String(headers['x-amz-date']);
    const payload = inQuery ? 'UNSIGNED-PAYLOAD' : String(headers['x-amz-content-sha256']);
    const [id, , region] = credential!.split('/');
    if (id !== this.accessKeyId || region !== this.region) throw new S3Error(403, 'InvalidAccessKeyId');
    const facts = { method, url, time, payload, region, headers: headers as Signed['headers'] };
    if (signatureOf({ ...facts, signedHeaders: signed!.split(';') }, this.secret) !== signature)
      throw new S3Error(403, 'SignatureDoesNotMatch');
    if (/^[0-9a-f]{64}$/.test(payload) ? sha256(body) !== payload : payload !== 'UNSIGNED-PAYLOAD')
      throw new S3Error(400, 'XAmzContentSHA256Mismatch');
    const age = Date.now() - Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'));
    if (age > (inQuery ? Number(query.get('X-Amz-Expires')) : 900) * 1000) throw new S3Error(403, 'AccessDenied');
  }

  #answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams: query } = new URL(request.url!, this.url);
    const [, bucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    if (bucket !== this.bucket) throw new S3Error(404, 'NoSuchBucket');
    const upload = query.get('uploadId');
    const reply = (status: number, headers: object = {}, text: string | Buffer = '') =>
      void response.writeHead(status, headers as Record<string, string>).end(text);

    if (upload !== null) return this.#part(request.method!, key, upload, query, body, reply);
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex');
      this.uploads.set(id, { key, parts: new Map() });
      const xml = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
      return reply(200, {}, `<InitiateMultipartUploadResult>${xml}</InitiateMultipartUploadResult>`);
    }
    if (request.method === 'GET' && query.has('uploads')) {
      const found = [...this.uploads].filter(([, each]) => each.key.startsWith(query.get('prefix') ?? ''));
      const xml = found.map(([id, each]) => `<Upload><Key>${each.key}</Key><UploadId>${id}</UploadId></Upload>`);
      return reply(200, {}, `<ListMultipartUploadsResult>${xml.join('')}</ListMultipartUploadsResult>`);
    }
    if (request.method === 'GET' && query.has('list-type')) {
      const after = query.get('continuation-token') ?? '';
      const prefix = query.get('prefix') ?? '';
      const found = [...this.objects.keys()].filter((each) => each.startsWith(prefix) && each > after).toSorted();
      const page = found.slice(0, MAX_LISTED);
      const xml = page.map((each) => `<Contents><Key>${each}</Key></Contents>`).join('');
      const more = found.length > MAX_LISTED;
      const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
      return reply(200, {}, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${xml}${next}</ListBucketResult>`);
    }
    if (request.method === 'PUT') {
      this.objects.set(key, body);
      return reply(200, { ETag: md5(body) });
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return reply(204);
    }
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, request.method === 'HEAD' ? 'NotFound' : 'NoSuchKey');
    const headers = {
      ETag: md5(object),
      'Content-Type': query.get('response-content-type') ?? 'binary/octet-stream',
      ...(query.has('response-content-disposition') && {
        'Content-Disposition': query.get('response-content-disposition')!,
      }),
    };
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const part = range ? object.subarray(Number(range[1]), Number(range[2]) + 1) : object;
    reply(range ? 206 : 200, { ...headers, 'Content-Length': part.length }, request.method === 'HEAD' ? '' : part);
  }

  #part(
    method: string,
    key: string,
    id: string,
    query: URLSearchParams,
    body: Buffer,
    reply: (status: number, headers?: object, text?: string) => void,
  ): void {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return reply(200, { ETag: md5(body) });
    }
    if (method === 'POST') {
      const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, xml = '']) => {
        const number = Number(/<PartNumber>(\d+)</.exec(xml)![1]);
        const tag = /<ETag>(.*?)</.exec(xml)![1]!.replaceAll('&quot;', '"');
        const bytes = upload.parts.get(number);
        if (!bytes || md5(bytes) !== tag) throw new S3Error(400, 'InvalidPart');
        return { number, bytes };
      });
      if (named.some(({ number }, index) => index > 0 && number <= named[index - 1]!.number))
        throw new S3Error(400, 'InvalidPartOrder');
      if (named.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART)) throw new S3Error(400, 'EntityTooSmall');
      this.objects.set(key, Buffer.concat(named.map(({ bytes }) => bytes)));
      const xml = `<Bucket>${this.bucket}</Bucket><Key>${key}</Key><ETag>"x-${named.length}"</ETag>`;
      reply(200, {}, `<CompleteMultipartUploadResult>${xml}</CompleteMultipartUploadResult>`);
    } else {
      reply(204);
    }
    this.uploads.delete(id);
  }
}
