import { Controller, Get } from '@nestjs/common';
import { deferred, Routes, t, translated } from '../../platform/index.js';
import { html, Layout, type Page } from './layout.js';
import { PublicPage } from './public-page.js';

/** Links of the page. A place that this process does not serve is left out. */
const PLACES = [
  ['/console', deferred('Console'), deferred('Work with documents, sales, careers and projects.')],
  ['/account', deferred('Your account'), deferred('Your password, sessions and connected apps.')],
  ['/docs', deferred('API documentation'), deferred('Guides, and the reference of all routes.')],
  ['/openapi.json', 'OpenAPI', deferred('The description of the API for programs.')],
  ['/health/ready', deferred('Health'), deferred('Whether the server is ready.')],
] as const;

/** The page that a browser shows at the address of the server. */
@Controller()
export class HomeController {
  constructor(
    private readonly routes: Routes,
    private readonly layout: Layout,
  ) {}

  @Get()
  @PublicPage('The page holds no data of any workspace.')
  page(): Page {
    const places = PLACES.filter(([path]) => this.routes.allowedMethods(path).includes('GET'));
    return this.layout.page({
      title: t('Start'),
      listed: true,
      body: html`<h1>Workspace Suite</h1>
        <p>${t('Documents, people and access, sales, careers, projects and governance in one place.')}</p>
        <dl class="places">
          ${places.map(
            ([path, name, about]) =>
              html`<dt><a href="${this.layout.root}${path}">${translated(name)}</a></dt>
                <dd>${translated(about)}</dd>`,
          )}
        </dl>`,
    });
  }
}
