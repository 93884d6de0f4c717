import type { Request } from 'express';
import { hash } from 'node:crypto';
import { fieldNames } from '../fields/field-spec.js';
import { shownAs } from '../fields/pick.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { plainTags } from './compression.js';
import type { Exchange } from './exchange.js';
import { listsTag, Reply } from './reply.js';
import type { Route } from './routes.js';
import type { Selection } from './selection.js';

/** The answer to a request: what the view shows of the handler's result, with its headers. */
export function replyOf({ route, request, context, services, result, included }: Exchange): Reply {
  const { returns, page } = route.endpoint ?? {};
  const status = route.loads?.options.by && route.writes && !context.record ? 201 : route.status;
  const headers = deprecationOf(route);
  if (result instanceof Reply) return result.with(headers);
  if (!returns || result === undefined) return new Reply(status, headers, '');
  const names = chosenOf(returns, context.selection);
  const shown = (item: object) => shownAs(returns, item, names);
  const beside = included && { included };
  if (page) {
    const { data, meta } = result as { data: object[]; meta: object };
    const body = JSON.stringify({ data: data.map(shown), meta, ...beside });
    return new Reply(route.status, headers, body);
  }
  const body = JSON.stringify({ ...shown(result as object), ...beside });
  const { revision } = result as Partial<RecordEntity>;
  if (route.tagged || (route.writes && revision !== undefined)) {
    headers.ETag = etagOf(revision, body);
    const known = route.tagged && listsTag(plainTags(request.headers['if-none-match']), headers.ETag, true);
    if (known) return new Reply(304, headers, body);
  }
  if (status === 201)
    headers.Location = services.settings.basePath + locationOf(route, request, result as Partial<RecordEntity>);
  return new Reply(status, headers, body);
}

/** The fields that the request asks for, in the order of the view: no others are copied and thrown away again. */
function chosenOf(view: new () => object, selection: Selection | null): readonly string[] {
  const names = fieldNames(view);
  return selection?.fields ? names.filter((name) => selection.fields!.includes(name)) : names;
}

function deprecationOf({ endpoint }: Route): Record<string, string> {
  const deprecated = endpoint?.deprecated;
  if (!deprecated) return {};
  return {
    Deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
    Sunset: deprecated.sunset.toUTCString(),
    Link: `<${deprecated.link}>; rel="deprecation"`,
  };
}

/**
 * ETag: the revision, if any, for `If-Match`, and a digest of the body. The digest is needed because views have parts that
 * change without a new revision (groups of a user, last use), and a strong ETag identifies bytes (RFC 9110, 8.8.1).
 */
const etagOf = (revision: number | undefined, body: string): string =>
  `"${revision === undefined ? '' : `${revision}.`}${hash('sha256', body, 'base64url').slice(0, 16)}"`;

/** Location of a new record: its own path, if its id alone identifies it, else below the list. */
const locationOf = ({ shows }: Route, { path }: Request, { id }: Partial<RecordEntity>): string =>
  `${shows ?? path.replace(/\/$/, '')}/${id}`;
