import type { BusboyInstance } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { type Detail, invalid, invalidField } from '../errors/api-error.js';
import { askForBody } from './body.js';
import { watchPace } from './body-pace.js';

/** An incoming file. Its stream applies backpressure. */
export interface IncomingFile {
  /** The part of the form that it is; empty where it is the whole body. */
  field: string;
  /** As the client calls it, without a path; null where it says nothing. */
  name: string | null;
  /** As the client says; null where it says nothing. */
  mime_type: string | null;
  bytes: Readable;
}

interface ReadOptions<T> {
  /** Bytes that the whole body may have. */
  maxBytes: number;
  /** Consumes the file. A rejection aborts the request. */
  take: (file: IncomingFile) => Promise<T>;
}

interface FormOptions<T> extends ReadOptions<T> {
  /** The parts that are files. */
  files: readonly string[];
  /** Maximum occurrences of each. Default: 1. */
  maxFiles?: number;
  /** Bytes that a field may have. */
  maxFieldBytes?: number;
  /** Parts, fields and files together. */
  maxParts?: number;
}

/** A form with files. A field that was sent several times has several values. */
export interface Form<T> {
  fields: Map<string, string[]>;
  files: Map<string, T[]>;
}

const MAX_PARTS = 100;
/** Read-ahead buffer. */
const AHEAD = 2 ** 20;
const MAX_FIELD_BYTES = 65_536;

/** Whether the body of a request is a form. */
export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Reads `multipart/form-data` with files in the named parts; all other parts are fields. */
export async function readForm<T>(request: IncomingMessage, options: FormOptions<T>): Promise<Form<T>> {
  const { files, maxFiles = 1, maxFieldBytes = MAX_FIELD_BYTES, maxParts = MAX_PARTS } = options;
  const parser = await parserOf(request, files, maxFieldBytes, maxParts);
  const fields = new Map<string, string[]>();
  const taken = new Map<string, Promise<T>[]>();
  const bytes: Readable[] = [];
  const whole = new Promise<void>((resolve, reject) => {
    const refuse = (detail: Detail) => reject(invalid([detail]));
    parser.on('field', (name, value, _, cut) => {
      if (cut) refuse({ field: name, code: 'too_large', message: `${name} must be at most ${maxFieldBytes} bytes.` });
      fields.set(name, [...(fields.get(name) ?? []), value]);
    });
    parser.on('file', (field, stream, name, _, mime_type) => {
      // The reader gets the error; it may also have ended already.
      stream.on('error', () => undefined);
      // A file in another field is a field without a value.
      if (!files.includes(field)) {
        fields.set(field, [...(fields.get(field) ?? []), '']);
        return void stream.resume();
      }
      const before = taken.get(field) ?? [];
      if (before.length === maxFiles) {
        stream.resume();
        return refuse(
          maxFiles === 1
            ? { field, code: 'duplicate', message: `There must be one part named ${field}.` }
            : { field, code: 'too_many', message: `There must be at most ${maxFiles} parts named ${field}.` },
        );
      }
      bytes.push(stream);
      const taking = options.take({ field, name: name || null, mime_type, bytes: stream });
      taken.set(field, [...before, taking]);
      taking.catch(reject);
    });
    const tooMany = `A form must have at most ${maxParts} parts.`;
    parser.once('partsLimit', () => refuse({ field: 'file', code: 'too_many', message: tooMany }));
    parser.once('error', () => reject(incomplete()));
    parser.once('finish', resolve);
  });
  try {
    await feed(request, parser, whole, options);
    const all = [...taken].map(async ([field, taking]) => [field, await Promise.all(taking)] as const);
    return { fields, files: new Map(await Promise.all(all)) };
  } catch (error) {
    for (const stream of bytes) stream.destroy(error as Error);
    await Promise.allSettled([...taken.values()].flat());
    throw error;
  }
}

/** Reads a body that is nothing but the bytes of a file. */
export async function readRaw<T>(request: IncomingMessage, options: ReadOptions<T>): Promise<T> {
  const bytes = new PassThrough({ highWaterMark: AHEAD }).on('error', () => undefined);
  const taken = options.take({ field: '', name: null, mime_type: null, bytes });
  try {
    return await feed(request, bytes, taken, options);
  } catch (error) {
    bytes.destroy(error as Error);
    await taken.catch(() => undefined);
    throw error;
  }
}

async function parserOf(
  request: IncomingMessage,
  files: readonly string[],
  fieldSize: number,
  parts: number,
): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      highWaterMark: AHEAD,
      fileHwm: AHEAD,
      limits: { parts, fieldSize, headerSize: 16_384, headerPairs: 100 },
      isPartAFile: (field, type, name) =>
        files.includes(field ?? '') || (name !== undefined && type !== 'application/json'),
    });
  } catch {
    throw invalidField('Content-Type', 'invalid_value', 'Content-Type must be multipart/form-data with a boundary.');
  }
}

/** Pipes a body into a stream until `done` settles. Rejects if the body is aborted, too slow or takes too long. */
async function feed<T>(
  request: IncomingMessage,
  into: Writable,
  done: Promise<T>,
  { maxBytes }: Pick<ReadOptions<T>, 'maxBytes'>,
): Promise<T> {
  const interruption = Promise.withResolvers<never>();
  const gone = () => interruption.reject(incomplete());
  let size = 0;
  const heard = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) return;
    const message = `The body must be at most ${maxBytes} bytes.`;
    interruption.reject(invalidField('file', 'too_large', message));
  };
  const { socket } = request;
  askForBody(request);
  const unwatch = watchPace(request, interruption.reject);
  socket.once('close', gone);
  request.on('data', heard);
  request.pipe(into);
  try {
    return await Promise.race([done, interruption.promise]);
  } finally {
    unwatch();
    socket.off('close', gone);
    request.off('data', heard);
    request.unpipe(into);
  }
}

const incomplete = () => invalid([], 'The body is incomplete.');
