import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ServerResponse } from 'node:http';
import { notFound } from '../errors/api-error.js';
import { ApiExcludeEndpoint } from '../fields/api-decorators.js';
import { Text } from '../fields/fields.js';
import { Public } from '../request/endpoint.js';
import { Reply } from '../request/reply.js';
import { POLICY } from './layout.js';
import { Site } from './site.js';

/** A text that is the same for everybody, so it may be compressed. */
class PublicText extends Reply {
  override send(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('Content-Type', this.headers['Content-Type']!);
    super.send(response);
  }

  protected override get holdsNoSecret(): boolean {
    return true;
  }
}

const WHY = 'The documentation holds no data of any workspace.';

export class SiteQuery {
  @Text({ max: 200, empty: true, optional: true, description: 'Words to search for.' }) q?: string;
}

/** The site for developers: the reference and the guides. Its pages can be read without script. */
@Controller()
export class SiteController {
  constructor(private readonly site: Site) {}

  @Get('docs')
  @Public(WHY)
  @ApiExcludeEndpoint()
  async overview(@Query() { q }: SiteQuery, @Req() request: Request): Promise<Reply> {
    return page(request, q?.trim() ? await this.site.results(q.trim()) : await this.site.page(''));
  }

  @Get('docs/:section')
  @Public(WHY)
  @ApiExcludeEndpoint()
  async section(@Param('section') section: string, @Req() request: Request): Promise<Reply> {
    return page(request, await this.site.page(`/${encodeURIComponent(section)}`));
  }

  @Get('docs/:section/:page')
  @Public(WHY)
  @ApiExcludeEndpoint()
  async resource(
    @Param('section') section: string,
    @Param('page') name: string,
    @Req() request: Request,
  ): Promise<Reply> {
    return page(request, await this.site.page(`/${encodeURIComponent(section)}/${encodeURIComponent(name)}`));
  }

  @Get('docs/guides/:name.md')
  @Public(WHY)
  @ApiExcludeEndpoint()
  async guide(@Param('name') name: string, @Req() request: Request): Promise<Reply> {
    return text(request, await this.site.guideText(name), 'text/markdown');
  }

  @Get('llms.txt')
  @Public(WHY)
  @ApiExcludeEndpoint()
  async llms(@Req() request: Request): Promise<Reply> {
    return text(request, await this.site.llms(), 'text/plain');
  }

  /** OAuth clients name this address, so it stays as it is. It hands the answer to the page that opened it. */
  @Get('docs/oauth2-redirect.html')
  @Public('OAuth redirect of the documentation page.')
  @ApiExcludeEndpoint()
  returned(@Req() request: Request): Reply {
    const script = `${this.site.root}/assets/${this.site.assets.version}/sign-in.js`;
    const body = `<!doctype html><html lang="en"><title>Signed in</title><script src="${script}"></script><p>You can close this window.</p></html>\n`;
    return page(request, body);
  }

  @Get('docs/assets/:version/:file')
  @Public('Files of the documentation.')
  @ApiExcludeEndpoint()
  @Header('Content-Security-Policy', POLICY)
  file(@Param('version') version: string, @Param('file') file: string, @Res() response: Response): Promise<void> {
    return this.site.assets.send(response, version, file);
  }
}

const page = (request: Request, body: string | null) =>
  text(request, body, 'text/html', { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' });

function text(request: Request, body: string | null, type: string, headers: Record<string, string> = {}): Reply {
  if (body === null) throw notFound();
  const all = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ...headers };
  const tagged = Reply.tagged(request, all, body);
  return new PublicText(tagged.status, tagged.headers, tagged.body);
}
