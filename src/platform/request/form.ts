import type { IncomingMessage } from 'node:http';
import { invalidField } from '../errors/api-error.js';
import { readBytes, refuseBadText } from './body.js';

const KIBIBYTE = 2 ** 10;

/** Reads the fields of a submitted HTML form of at most `limit` bytes. Of a field given twice the first one counts. */
export async function readForm(request: IncomingMessage, limit = 16 * KIBIBYTE): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw invalidField('Content-Type', 'invalid_value', 'Content-Type must be application/x-www-form-urlencoded.');
  }
  const form = new URLSearchParams((await readBytes(request, limit)).toString());
  for (const [name, value] of form) refuseBadText({ [name]: value }, '');
  return form;
}
