import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { ExportLeases } from '../concurrency/export-leases.js';
import { currentContext } from '../context/request-context.js';
import { csv } from '../csv/write.js';
import { attachment } from '../storage/content-disposition.js';
import { refuseExport } from './policies.js';
import { StreamReply } from './stream-reply.js';

/**
 * Streams generated files. Concurrency is bounded, because each holds a database connection; an export with a slow client is
 * ended when others wait. Policies are checked for each, and it is recorded in the audit trail under the action of its route.
 */
@Injectable()
export class Exports {
  constructor(
    private readonly leases: ExportLeases,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Responds with rows as CSV (see `csv`); `name` has no extension. `rows` must not need the request context while it is read.
   *
   * @example return this.exports.csv('deals', ['id', 'title'], () => this.store.rows(query, DealItem));
   */
  csv(name: string, columns: readonly string[], rows: () => AsyncIterable<object[]> | Iterable<object[]>) {
    return this.file(`${name}.csv`, CSV, () => csv(columns, rows() as AsyncIterable<Record<string, unknown>[]>));
  }

  async file(name: string, type: string, source: () => AsyncGenerator<Uint8Array | string>): Promise<StreamReply> {
    const { route, record } = currentContext();
    refuseExport(currentContext());
    const headers = { 'Content-Type': type, 'Content-Disposition': attachment(name) };
    const { reply, pieces } = await this.#begin(headers, source);
    const resource_id = (record as { id?: string } | null)?.id ?? null;
    const { auditedAs: resource_type } = route!.endpoint!.resource;
    const noted = { action: route!.action, resource_type, resource_id, outcome: 'success' as const, changes: null };
    await this.audit.note(noted).catch(async (error: unknown) => {
      await pieces.return(undefined);
      throw error;
    });
    return reply;
  }

  /** Like `file`, for responses that are not downloads, such as the JSON of a report: without an audit entry. */
  async stream(type: string, source: () => AsyncGenerator<Uint8Array | string>): Promise<StreamReply> {
    return (await this.#begin({ 'Content-Type': type }, source)).reply;
  }

  async #begin(headers: Record<string, string>, source: () => AsyncGenerator<Uint8Array | string>) {
    const tooSlow = new AbortController();
    const pieces = this.leases.run(currentContext().workspaceId, source, () => tooSlow.abort());
    return { reply: await StreamReply.of(headers, pieces, tooSlow.signal), pieces };
  }
}

/** Whether the client wants CSV, by query parameter or else by `Accept`. */
export const wantsCsv = (request: Request, format?: string): boolean =>
  (format ?? request.accepts(['json', 'csv'])) === 'csv';

export const CSV = 'text/csv; charset=utf-8';
