import { isUtf8 } from 'node:buffer';

const UNKNOWN = 'application/octet-stream';

/** Whether a text is a media type: `type/subtype`, without parameters. */
export const isMediaType = (text: string): boolean =>
  text.length <= 127 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i.test(text);

/**
 * The media type of a file: the one that the client names, or else the one that its first bytes tell. The type that stands
 * for "some bytes" names nothing, nor does the text type that form parsers fill in around bytes that are no text.
 */
export async function typeOf(said: string | null, head: Buffer): Promise<string> {
  const type = said?.toLowerCase() ?? UNKNOWN;
  if (isMediaType(type) && type !== UNKNOWN && (type !== 'text/plain' || isText(head))) return type;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime.split(';')[0] ?? UNKNOWN;
}

/** Whether these first bytes of a file are text. A character at the end may be cut. */
export const isText = (head: Buffer): boolean =>
  !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
