import { isUtf8 } from 'node:buffer';

const UNKNOWN = 'application/octet-stream';

/** Whether a text is a media type: `type/subtype`, without parameters. */
export const isMediaType = (text: string): boolean =>
  text.length <= 127 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i.test(text);

/** Types with active content in browsers: HTML, SVG, XML, scripts, style sheets and the like. */
const ACTIVE = /[/+.-](html|xml|xsl|xslt|css|wasm|hta|manifest|mixed-replace|shockwave-flash)$|script[\d.]*$/;

/**
 * The Content-Type of a download. Active content is served as octet-stream, so that it never runs on the origin of the API,
 * even if a proxy drops the other headers (D-SEC-6).
 */
export const servedType = (type: string): string => {
  const [essence = ''] = type.toLowerCase().split(';', 1);
  return ACTIVE.test(essence.trimEnd()) ? UNKNOWN : type;
};

/** Images that are never text. SVG is, and so are some formats without a registered type. */
const BINARY_IMAGE = /^image\/(?!svg|x-)/;

/**
 * The media type of a file: as declared by the client, or else detected from its first bytes. application/octet-stream counts
 * as undeclared, and so does text/plain from form parsers if the bytes are not text. Text is never classified as an image
 * (D-SEC-6).
 */
export async function typeOf(said: string | null, head: Buffer): Promise<string> {
  const type = said?.toLowerCase() ?? UNKNOWN;
  if (BINARY_IMAGE.test(type) && head.length > 0 && isText(head)) return 'text/plain';
  if (isMediaType(type) && type !== UNKNOWN && (type !== 'text/plain' || isText(head))) return type;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime.split(';')[0] ?? UNKNOWN;
}

/** Whether these first bytes of a file are text. A character at the end may be cut. */
export const isText = (head: Buffer): boolean =>
  !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
