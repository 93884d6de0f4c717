import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import {
  ApiErrors,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProduces,
  ApiQuery,
  ApiResponse,
} from '../fields/api-decorators.js';
import type { Request, Response } from 'express';
import { pipeline } from 'node:stream/promises';
import { Clock } from '../database/clock.js';
import { notFound } from '../errors/api-error.js';
import { listsTag } from '../request/reply.js';
import { Public } from '../request/endpoint.js';
import { RecordPolicies } from '../resource/record-policies.js';
import { Blobs } from '../storage/blobs.js';
import { attachment } from '../storage/content-disposition.js';
import { FileLinks } from '../storage/file-links.js';
import { LocalBlobStore } from '../storage/local-blob-store.js';
import { servedType } from '../storage/media-types.js';
import { rangeOf } from './byte-range.js';

/** Stall timeout of a download. */
const STALL_TIMEOUT_MS = 60_000;

const BYTES = { type: 'string', format: 'binary' };

/** Downloads from the local store. */
@Controller('files')
export class LinksController {
  constructor(
    private readonly store: LocalBlobStore,
    private readonly blobs: Blobs,
    private readonly links: FileLinks,
    private readonly clock: Clock,
    private readonly policies: RecordPolicies,
  ) {}

  @Get(':key')
  @Public('The signed link is the credential. It expires after an hour.')
  @ApiOperation({ operationId: 'officeFileByLink', summary: 'Download a file by its link' })
  @ApiParam({ name: 'key', description: 'Key of the file contents; part of the link.' })
  @ApiQuery({ name: 'name', description: 'Name of the file; part of the link.' })
  @ApiQuery({ name: 'type', description: 'Media type of the file; part of the link.' })
  @ApiQuery({ name: 'expires', description: 'Expiry of the link, in seconds since 1970; part of the link.' })
  @ApiQuery({
    name: 'for',
    required: false,
    description: 'Recipient and record of the link; part of the link.',
  })
  @ApiQuery({ name: 'signature', description: 'Signature of the link.' })
  @ApiProduces('application/octet-stream')
  @ApiOkResponse({ description: 'Contents of the file.', schema: BYTES })
  @ApiResponse({ status: 206, description: 'The byte range requested by `Range`.', schema: BYTES })
  @ApiResponse({ status: 304, description: 'The file still has the ETag in `If-None-Match`.' })
  @ApiForbiddenResponse({ description: 'The link has expired, or is altered or incomplete.' })
  @ApiResponse({ status: 416, description: 'The requested range is beyond the end of the file.' })
  @ApiErrors(503)
  async download(@Param('key') key: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { name, mime_type, expires, given } = this.links.read(key, request.query);
    const refusal = given && (await this.policies.refusalTo(...given));
    if (refusal) throw refusal;
    const size = (await this.blobs.isUnclaimed(key)) ? null : await this.store.size(key);
    if (size === null) throw notFound('The file has been deleted.');
    const etag = `"${key}"`;
    // Not `response.set`, which adds a charset to types.
    const headers = new Headers({
      'Content-Type': servedType(mime_type),
      'Content-Disposition': attachment(name),
      // Sandboxed, so that no content runs on this origin.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': `private, max-age=${Math.floor((expires - this.clock.now()) / 1000)}`,
      'Accept-Ranges': 'bytes',
      ETag: etag,
    });
    response.setHeaders(headers);
    if (listsTag(request.headers['if-none-match'], etag, true)) {
      response.removeHeader('Content-Type');
      response.writeHead(304).end();
      return;
    }
    const range = rangeOf(request, size, etag);
    if (range === 'unsatisfiable') {
      response.removeHeader('Content-Type');
      response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end();
      return;
    }
    if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    response.set('Content-Length', String(range ? range.end - range.start + 1 : size));
    response.writeHead(range ? 206 : 200);
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.setTimeout(STALL_TIMEOUT_MS, () => response.destroy());
    // A client may abort; that is no error.
    await pipeline(await this.store.read(key, range ?? undefined), response).catch(() => response.destroy());
  }
}
