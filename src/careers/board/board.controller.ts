import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import {
  ApiErrors,
  ApiId,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  Public,
  Reply,
  Settings,
} from '../../platform/index.js';
import { BoardJob, BoardPage, BoardQuery, FeedQuery } from './board.dto.js';
import { BoardService } from './board.service.js';
import { feed } from './feed.js';
import { jobPosting } from './job-posting.js';

const PATH = 'v1/careers/board/jobs';

/** Browsers and proxies may keep an answer for so many seconds, and then ask with its tag whether it has changed. */
const CACHE_SECONDS = 60;

const WHY = 'Candidates read published jobs on the careers site.';
const NOT_MODIFIED = { status: 304, description: 'The record still has this ETag.' };

@Controller(PATH)
export class BoardController {
  constructor(private readonly board: BoardService) {}

  @Get()
  @Public(WHY, { anyOrigin: true })
  @ApiOperation({ summary: 'List published jobs' })
  @ApiOkResponse({ type: BoardPage })
  @ApiResponse(NOT_MODIFIED)
  @ApiErrors(404)
  async list(@Query() query: BoardQuery, @Req() request: Request): Promise<Reply> {
    return cached(request, JSON.stringify(await this.board.list(query)));
  }

  @Get(':id')
  @Public(WHY, { anyOrigin: true })
  @ApiOperation({ summary: 'Get a published job with its form' })
  @ApiId('id', 'job', 'The id of the job.')
  @ApiOkResponse({ type: BoardJob })
  @ApiResponse(NOT_MODIFIED)
  async get(@Param('id') id: string, @Req() request: Request): Promise<Reply> {
    const { job } = await this.board.get(id);
    return cached(request, JSON.stringify(job));
  }

  @Get(':id.jsonld')
  @Public(WHY, { anyOrigin: true })
  @ApiOperation({ summary: 'Get a published job as JobPosting, for search engines' })
  @ApiId('id', 'job', 'The id of the job.')
  @ApiProduces('application/ld+json')
  @ApiOkResponse({
    description: 'A JobPosting of schema.org in JSON-LD, safe in a script of a page.',
    schema: { type: 'object' },
  })
  @ApiResponse(NOT_MODIFIED)
  async posting(@Param('id') id: string, @Req() request: Request): Promise<Reply> {
    const { job, employer } = await this.board.get(id);
    return cached(request, jobPosting(job, employer), 'application/ld+json');
  }
}

@Controller(`${PATH}.atom`)
export class BoardFeedController {
  readonly #list: string;

  constructor(
    private readonly board: BoardService,
    { BASE_URL }: Settings,
  ) {
    this.#list = `${BASE_URL}/${PATH}`;
  }

  @Get()
  @Public(WHY, { anyOrigin: true })
  @ApiOperation({ summary: 'Get the newest published jobs as an Atom feed' })
  @ApiProduces('application/atom+xml')
  @ApiOkResponse({ description: 'An Atom feed (RFC 4287).', schema: { type: 'string' } })
  @ApiResponse(NOT_MODIFIED)
  @ApiErrors(404)
  async feed(@Query() { workspace_id }: FeedQuery, @Req() request: Request): Promise<Reply> {
    const { jobs, employer } = await this.board.newest(workspace_id);
    return cached(request, feed(jobs, employer, this.#list), 'application/atom+xml; charset=utf-8');
  }
}

const cached = (request: Request, body: string, type = 'application/json; charset=utf-8') =>
  Reply.tagged(request, { 'Content-Type': type, 'Cache-Control': `public, max-age=${CACHE_SECONDS}` }, body);
