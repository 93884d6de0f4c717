import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { listsTag, Reply } from '../../platform/request/reply.js';
import type { Page } from '../../platform/resource/page.js';
import { Endpoint, Loaded, Public } from '../../platform/request/endpoint.js';
import { Deletion, FindTrashed } from '../../platform/resource/trash.js';
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
import { documents } from './document.resource.js';
import { DocumentsService } from './documents.service.js';

/** Bytes of a body with a document in it. */
const BODY = 10 * 2 ** 20;

@Controller('v1/office/documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get()
  @Endpoint(documents, { scope: 'read', returns: DocumentItem, page: true })
  list(@Query() query: DocumentQuery): Promise<Page<DocumentItem>> {
    return this.documents.list(query);
  }

  @Get(':id')
  @Endpoint(documents, {
    scope: 'read',
    returns: DocumentView,
    // Attached files come and go by themselves.
    volatile: ({ attachments }: DocumentView) => attachments.length > 0,
  })
  get(@Param('id', Loaded(Document, { deleted: 'include_deleted' })) document: Document, @Query() _: FindTrashed) {
    return this.documents.show(document);
  }

  @Post()
  @Endpoint(documents, { scope: 'write', returns: CreatedDocument, bodyLimit: BODY })
  create(@Body() body: CreateDocument) {
    return this.documents.create(body);
  }

  @Patch(':id')
  @Endpoint(documents, { scope: 'write', returns: DocumentView, bodyLimit: BODY, errors: ['archived'] })
  update(@Param('id', Loaded(Document)) document: Document, @Body() body: UpdateDocument) {
    return this.documents.update(document, body);
  }

  @Delete(':id')
  @Endpoint(documents, { scope: 'write' })
  remove(@Param('id', Loaded(Document, { deleted: 'hard' })) document: Document, @Query() { hard }: Deletion) {
    return this.documents.remove(document, hard ?? false);
  }

  @Post(':id/restore')
  @Endpoint(documents, {
    scope: 'write',
    returns: DocumentView,
    status: 200,
    action: 'updated',
    errors: ['notDeleted'],
  })
  restore(@Param('id', Loaded(Document, { deleted: true })) document: Document) {
    return this.documents.restore(document);
  }
}

@Controller('v1/office/public/documents')
export class PublicDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id')
  @Public('The owner made the document public and published it.')
  @ApiOperation({ summary: 'Read a public document' })
  @ApiOkResponse({ type: PublicDocumentView })
  async get(@Param('id') id: string, @Req() request: Request): Promise<Reply> {
    const { title, content, content_type, updated_at, revision } = await this.documents.getPublic(id);
    const etag = `"${revision}"`;
    if (listsTag(request.headers['if-none-match'], etag, true)) return new Reply(304, { ETag: etag }, '');
    const view: PublicDocumentView = { id, title, content, content_type, updated_at };
    return new Reply(200, { ETag: etag }, JSON.stringify(view));
  }
}
