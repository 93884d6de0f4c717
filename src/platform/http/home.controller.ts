import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeEndpoint } from '../fields/api-decorators.js';
import { createHash } from 'node:crypto';
import { Settings } from '../config/settings.js';
import { Public } from '../request/endpoint.js';
import { Reply } from '../request/reply.js';
import { Routes } from '../request/routes.js';

/** Where the page leads; a place that this process does not have is left out. */
const PLACES = [
  ['/console', 'Console', 'Web console of the suite.'],
  ['/account', 'Account', 'Your sessions and your password.'],
  ['/docs', 'API documentation', 'Reference of all routes, with a form to try each, and guides.'],
  ['/openapi.json', 'OpenAPI', 'OpenAPI description of the API.'],
  ['/health/ready', 'Health', 'Readiness of the server.'],
] as const;

const STYLE = `body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1b1f24;background:#fff}
h1{line-height:1.2}dt{margin-top:1rem}dd{margin:0}a{color:#0b57d0}
@media(prefers-color-scheme:dark){body{color:#e6e8eb;background:#15181c}a{color:#8ab4f8}}`;

const POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/>' +
  '<path d="M6 9h5l3 11 2-9h3l2 9 3-11h3l-5 15h-3l-2-8-2 8h-3z" fill="#fff"/></svg>';

/** The page that a browser shows at the address. */
@Controller()
export class HomeController {
  readonly #root: string;

  constructor(
    private readonly routes: Routes,
    settings: Settings,
  ) {
    this.#root = settings.basePath;
  }

  @Get()
  @Public('The page holds no data of any workspace.')
  @ApiExcludeEndpoint()
  @Header('Content-Security-Policy', POLICY)
  page(): Reply {
    const places = PLACES.filter(([path]) => this.routes.allowedMethods(path).includes('GET'));
    const links = places.map(
      ([path, name, what]) => `<dt><a href="${this.#root}${path}">${name}</a></dt><dd>${what}</dd>`,
    );
    return new Reply(
      200,
      { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workspace Suite</title>
<link rel="icon" type="image/svg+xml" href="${this.#root}/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Workspace Suite</h1>
<p>A self-hosted API for a workplace: documents, people and access, sales, careers, projects and governance in one.</p>
<dl>
${links.join('\n')}
</dl>
</main>
</body>
</html>
`,
    );
  }

  @Get('favicon.svg')
  @Public('Icon of the pages.')
  @ApiExcludeEndpoint()
  icon(): Reply {
    return this.#icon();
  }

  @Get('favicon.ico')
  @Public('Icon for browsers that request it without a page.')
  @ApiExcludeEndpoint()
  usualIcon(): Reply {
    return this.#icon();
  }

  #icon(): Reply {
    return new Reply(200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }, ICON);
  }
}
