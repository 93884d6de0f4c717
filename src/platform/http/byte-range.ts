import type { Request } from 'express';
import type { ByteRange } from '../storage/blob-store.js';

/** Parses a single range. Multiple or invalid ranges get the whole file, as does HEAD (RFC 9110, 14.2). */
export function rangeOf(
  { method, headers }: Pick<Request, 'method' | 'headers'>,
  size: number,
  etag: string,
): ByteRange | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  if (method !== 'GET' || (condition !== undefined && condition !== etag)) return null;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if (!first && !last) return null;
  if (first && last && Number(last) < Number(first)) return null;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start <= end ? { start, end } : 'unsatisfiable';
}
