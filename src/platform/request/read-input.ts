import type { Request } from 'express';
import { readInput } from '../fields/reader.js';
import { readJson, refuseBadText } from './body.js';
import type { Exchange } from './exchange.js';
import { isUpload } from './uploads.js';

const MEBIBYTE = 2 ** 20;

/** Checks the query, where the route declares one. */
export async function readQuery({ route, request }: Exchange): Promise<void> {
  if (!route.query) return;
  refuseBadText(request.query, '');
  const query = await readInput(route.query, request.query, { text: true, strict: isStrict(request) });
  // Express computes the query anew at every look; from here on it is the checked one.
  Object.defineProperty(request, 'query', { value: query });
}

/** Reads the body, where the handler takes it, and checks it, where a class declares it. Returns its text. */
export async function readBody({ route, request, services }: Exchange): Promise<string> {
  const { body, takesBody, endpoint } = route;
  if (!takesBody) return '';
  const strict = isStrict(request);
  if (isUpload(body)) {
    const { upload, text } = await services.uploads.receive(body, request, strict);
    request.body = upload;
    return text;
  }
  const { bodyLimit = MEBIBYTE, dialect } = endpoint ?? {};
  const { value, text } = await readJson(request, bodyLimit, dialect?.mediaType);
  request.body = dialect || !body ? value : await readInput(body, value, { strict });
  return text;
}

const isStrict = ({ headers }: Request) => /(^|[,;\s])handling=strict/i.test(headers.prefer?.toString() ?? '');
