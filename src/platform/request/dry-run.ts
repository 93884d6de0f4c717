import type { Request } from 'express';
import type { WrittenChange } from '../context/written-changes.js';
import { type ApiError, invalidField } from '../errors/api-error.js';
import type { RecordAccess } from '../resource/record-access.js';
import { Reply } from './reply.js';
import type { Route } from './routes.js';
import { isFormUpload, isUpload } from './uploads.js';

const preferencesOf = ({ headers }: Request) =>
  (headers.prefer?.toString() ?? '').split(/[,;]/).map((each) => each.trim());

/**
 * Whether the request only wants to know what would happen. 400 for what looks like it: RFC 7240 has unknown preferences
 * ignored, and the write would happen.
 */
export function wantsDryRun(request: Request): boolean {
  const wanted = preferencesOf(request).filter((each) => /^"?dry[\s_-]*run/i.test(each));
  const wrong = wanted.find((each) => each.toLowerCase() !== 'dry-run');
  if (wrong !== undefined) throw invalidField('Prefer', 'invalid_value', `${wrong} is no preference: write dry-run.`);
  return wanted.length > 0;
}

/** Why a route that writes has no dry run; null: it has one. */
export function whyNoDryRun({ endpoint, body, reads }: Route): string | null {
  if (!endpoint) return 'it needs no credential';
  if (endpoint.noDryRun) return endpoint.noDryRun;
  if (endpoint.dialect) return 'its standard knows none';
  return isUpload(body) || isFormUpload(body) || !['json', 'nothing'].includes(reads) ? 'it takes files' : null;
}

/** A dry run was given up, because it would have held its locks for too long. */
export const tookTooLong = (): ApiError =>
  invalidField('Prefer', 'out_of_range', 'The dry run was stopped after a second, because it holds locks meanwhile.');

/** The answer of a dry run: what the request would answer, and which changes it would make, as far as the caller may read them. */
export async function dryRunReply(
  { status, body }: Reply,
  written: readonly WrittenChange[],
  access: RecordAccess,
  reviewing: ReadonlySet<string>,
): Promise<Reply> {
  const isReadable = await access.readable(written);
  const readable = written.filter(isReadable);
  const answer = {
    dry_run: true,
    status,
    result: body ? (JSON.parse(body) as unknown) : null,
    changes: readable.map(({ type, id, action, changes }) => ({ type, id, action, changes })),
    events: [...new Set(readable.flatMap(({ events }) => events))],
    ...(reviewing.size && { needs_review: [...reviewing] }),
  };
  return new Reply(200, { 'Preference-Applied': 'dry-run' }, JSON.stringify(answer));
}
