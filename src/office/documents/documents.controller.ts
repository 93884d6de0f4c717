import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  ApiId,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  Public,
  Reply,
  ResourceController,
  safeHtml,
} from '../../platform/index.js';
import {
  CreatedDocument,
  CreateDocument,
  DocumentItem,
  DocumentQuery,
  DocumentView,
  PublicDocumentView,
  UpdateDocument,
} from './document.dto.js';
import { Document } from './document.entity.js';
import { DocumentsService } from './documents.service.js';

/** Maximum body size. */
const MAX_BODY_BYTES = 10 * 2 ** 20;

@Controller('v1/office/documents')
export class DocumentsController extends ResourceController(Document, DocumentsService, {
  view: DocumentView,
  list: { query: DocumentQuery, returns: DocumentItem },
  create: { body: CreateDocument, returns: CreatedDocument, bodyLimit: MAX_BODY_BYTES },
  update: { body: UpdateDocument, bodyLimit: MAX_BODY_BYTES, errors: ['archived'] },
  remove: true,
}) {}

@Controller('v1/office/public/documents')
export class PublicDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id')
  @Public('The owner made the document public and published it.')
  @ApiOperation({ summary: 'Read a public document' })
  @ApiId('id', 'doc', 'The id of the document.')
  @ApiOkResponse({ type: PublicDocumentView })
  @ApiResponse({ status: 304, description: 'The document still has this ETag.' })
  async get(@Param('id') id: string, @Req() request: Request): Promise<Reply> {
    const { title, content, content_type, updated_at } = await this.documents.getPublic(id);
    const content_sanitized = content_type === 'html';
    const shown = content_sanitized ? safeHtml(content) : content;
    const view: PublicDocumentView = { id, title, content: shown, content_type, content_sanitized, updated_at };
    return Reply.tagged(request, {}, JSON.stringify(view));
  }
}
