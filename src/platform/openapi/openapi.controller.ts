import { Controller, Get, Header, Param, Res } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOkResponse, ApiOperation } from '../fields/api-decorators.js';
import type { Response } from 'express';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Settings } from '../config/settings.js';
import { notFound } from '../errors/api-error.js';
import { Reply } from '../request/reply.js';
import { Public } from '../request/endpoint.js';
import { StaticFiles } from '../request/static-files.js';
import { docsPage, docsScript } from './docs.page.js';
import { ApiDescription } from './api-description.js';

/** Files of Swagger UI that the page loads. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** OAuth redirect URI of Swagger UI. Registered clients contain it, so it must not change. */
const RETURN_FILES = ['oauth2-redirect.html', 'oauth2-redirect.js'];

/** No external resources. Swagger UI needs inline styles and images. No upgrade to HTTPS, which may not be available. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The OpenAPI document, and Swagger UI. */
@Controller()
export class OpenApiController {
  readonly #root: string;
  #document?: string;
  #files?: StaticFiles;

  constructor(
    private readonly description: ApiDescription,
    settings: Settings,
  ) {
    this.#root = settings.basePath;
  }

  @Get('openapi.json')
  @Public('The description holds no data of any workspace.')
  @ApiOperation({ operationId: 'serverDescription', summary: 'This description' })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The OpenAPI document.' })
  document(): Reply {
    this.#document ??= JSON.stringify(this.description.make());
    return new Reply(200, { 'Cache-Control': 'no-cache' }, this.#document);
  }

  @Get('docs')
  @Public('The documentation holds no data of any workspace.')
  @ApiExcludeEndpoint()
  @Header('Content-Security-Policy', POLICY)
  page(@Res() response: Response): void {
    response.type('html').send(docsPage(this.#root, this.#assets.version));
  }

  @Get('docs/:file')
  @Public('OAuth redirect of the documentation page.')
  @ApiExcludeEndpoint()
  @Header('Content-Security-Policy', POLICY)
  returned(@Param('file') file: string, @Res() response: Response): void {
    if (!RETURN_FILES.includes(file)) throw notFound();
    response.sendFile(file, { root: swaggerUi() });
  }

  @Get('docs/:version/:file')
  @Public('Files of the documentation page.')
  @ApiExcludeEndpoint()
  @Header('Content-Security-Policy', POLICY)
  file(@Param('version') version: string, @Param('file') file: string, @Res() response: Response): Promise<void> {
    return this.#assets.send(response, version, file);
  }

  get #assets(): StaticFiles {
    const files = FILES.map((file) => [file, pathToFileURL(join(swaggerUi(), file))] as const);
    return (this.#files ??= new StaticFiles(new Map<string, string | URL>([...files, ['start.js', docsScript]])));
  }
}

/** The directory of Swagger UI, which comes with @nestjs/swagger. */
function swaggerUi(): string {
  const swagger = createRequire(import.meta.url).resolve('@nestjs/swagger');
  return dirname(createRequire(swagger).resolve('swagger-ui-dist/package.json'));
}
