import { isUtf8 } from 'node:buffer';

const UNKNOWN = 'application/octet-stream';

/** Whether a text is a media type: `type/subtype`, without parameters. */
export const isMediaType = (text: string): boolean =>
  text.length <= 127 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i.test(text);

/** Types that a browser parses as a page, a script, a style sheet or a module: HTML, SVG, all kinds of XML and the like. */
const ACTIVE = /[/+.-](html|xml|xsl|xslt|css|wasm|hta|manifest|mixed-replace|shockwave-flash)$|script[\d.]*$/;

/**
 * The type with which a file is served. A file that a browser could run is only bytes, so that it never runs on the origin of
 * the API, even where something drops the other headers of a download (D-SEC-6).
 */
export const servedType = (type: string): string => {
  const [essence = ''] = type.toLowerCase().split(';', 1);
  return ACTIVE.test(essence.trimEnd()) ? UNKNOWN : type;
};

/** Images that are never text. SVG is, and so are some formats without a registered type. */
const BINARY_IMAGE = /^image\/(?!svg|x-)/;

/**
 * The media type of a file: the one that the client names, or else the one that its first bytes tell. The type that stands
 * for "some bytes" names nothing, nor does the text type that form parsers fill in around bytes that are no text. A text, such
 * as a page, is never an image (D-SEC-6).
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
