import { createHash } from 'node:crypto';
import { Html, html } from '../html/html.js';
import { type Section, titleOf } from './contents.js';
import type { Guide } from './guides.js';

/** Chosen schemes apply before the page is drawn. */
const THEME = `var t;try{t=localStorage.getItem('docs.theme')}catch{}if(t)document.documentElement.dataset.theme=t`;

const hash = createHash('sha256').update(THEME).digest('base64');

/** Nothing from elsewhere, no inline styles, and of inline scripts the one above alone. */
export const POLICY =
  `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface PageParts {
  title: string;
  body: Html;
  /** Below the address of the site: `/sales/deals`. */
  path: string;
  query?: string;
}

/** The frame of every page of the site: search, theme, and the list of all pages. */
export class SiteLayout {
  constructor(
    private readonly sections: readonly Section[],
    private readonly guides: readonly Guide[],
    /** The path of BASE_URL. */
    private readonly base: string,
    /** BASE_URL. */
    private readonly server: string,
    private readonly assets: string,
  ) {}

  page({ title, body, path, query = '' }: PageParts): string {
    const root = `${this.base}/docs`;
    return html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} · Workspace Suite API</title>
          <link rel="icon" type="image/svg+xml" href="${this.base}/favicon.svg" />
          <link rel="stylesheet" href="${this.assets}/site.css" />
          ${new Html(`<script>${THEME}</script>`)}
          <script type="module" src="${this.assets}/site.js"></script>
        </head>
        <body data-base="${this.base}" data-server="${this.server}">
          <a class="skip" href="#content">Skip to content</a>
          <header>
            <a class="brand" href="${root}">Workspace Suite API</a>
            <form role="search" action="${root}" method="get">
              <label for="q">Search</label
              ><input
                id="q"
                name="q"
                type="search"
                value="${query}"
                maxlength="200"
                autocomplete="off"
                placeholder="Search routes, events and guides"
              /><button type="submit">Search</button>
            </form>
            <button type="button" id="theme" hidden>Theme</button>
          </header>
          <div class="frame">
            <nav aria-label="Pages">
              <details id="menu">
                <summary>All pages</summary>
                ${this.#navigation(root, path)}
              </details>
            </nav>
            <main id="content" tabindex="-1">
              <div id="found" role="status" hidden></div>
              ${body}
            </main>
          </div>
        </body>
      </html> `.text;
  }

  #navigation(root: string, path: string): Html {
    const link = (address: string, text: string) =>
      html`<a href="${root}${address}" ${address === path && new Html(' aria-current="page"')}>${text}</a>`;
    const sections = this.sections.map(({ name, title, resources }) => {
      const address = `/${encodeURIComponent(name)}`;
      const isOpen = path === address || path.startsWith(`${address}/`);
      const below = resources.filter((resource) => resource.name);
      const pages = isOpen && below.map((resource) => html`<li>${link(resource.address, titleOf(resource.name))}</li>`);
      return html`<li>
        ${link(address, title)}${
          pages &&
          below.length > 0 &&
          html`<ul>
            ${pages}
          </ul>`
        }
      </li>`;
    });
    const guides = (isAboutProject: boolean) =>
      this.guides
        .filter((guide) => guide.isAboutProject === isAboutProject)
        .map(({ name, title }) => html`<li>${link(`/guides/${name}`, title)}</li>`);
    return html`<p>Reference</p>
      <ul>
        <li>${link('', 'Overview')}</li>
        ${sections}
      </ul>
      <p>Guides</p>
      <ul>
        ${guides(false)}
      </ul>
      <p>About the project</p>
      <ul>
        ${guides(true)}
      </ul>`;
  }
}
