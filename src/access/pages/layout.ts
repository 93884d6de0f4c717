import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Reply, Settings, StaticFiles } from '../../platform/index.js';
import { Html, html } from './html.js';
import { STYLES } from './styles.js';

export { Html, html } from './html.js';

export interface PageOptions {
  /** Window title; the body has its own `<h1>`. */
  title: string;
  body: Html;
  /** Default 200. */
  status?: number;
  /**
   * Further origins that a form may lead to, including redirects, because browsers apply `form-action` to redirects as well.
   * `https://app.example.com`, or `myapp:` for a private scheme.
   */
  formTargets?: readonly string[];
  headers?: Record<string, string>;
  /** Wide layout. */
  wide?: boolean;
  /** Inline script, allowed by its hash. */
  script?: string;
  /** Redirects here automatically. */
  continueTo?: string;
  /** The name above the page and in the window's title. Default: that of the product. */
  brand?: string;
  /** Search engines may list the page. */
  listed?: boolean;
  /** Elements for the head. */
  head?: Html;
}

/** An answer in HTML. */
export class Page extends Reply {
  override send(response: ServerResponse): void {
    // Only if not set before, because the default headers would override it.
    if (!response.headersSent) response.setHeader('Content-Type', this.headers['Content-Type']!);
    super.send(response);
  }
}

export const PAGE_FILES = new StaticFiles(new Map([['pages.css', STYLES]]));

/** Layout of all pages: no script except passkeys, no external resources, not embeddable in frames, not cached. */
@Injectable()
export class Layout {
  /** The path of BASE_URL, without a slash at its end. */
  readonly root: string;

  constructor(private readonly settings: Settings) {
    this.root = settings.basePath;
  }

  page({ title, body, status = 200, formTargets = [], headers, wide, script, continueTo, ...of }: PageOptions): Page {
    const { brand = 'Workspace Suite', listed, head } = of;
    const text = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          ${!listed && html`<meta name="robots" content="noindex" />`}
          ${continueTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${continueTo}" />`}
          <title>${title} · ${brand}</title>
          <link rel="stylesheet" href="${this.root}/assets/${PAGE_FILES.version}/pages.css" />
          ${head}
        </head>
        <body>
          <header><p class="brand">${brand}</p></header>
          <main class="${wide ? 'wide' : 'narrow'}">${body}</main>
          ${script !== undefined && new Html(`<script>${script}</script>`)}
        </body>
      </html> `.text;
    return new Page(status, { ...pageHeaders(formTargets, script), ...headers }, text);
  }

  /** 303 redirect. `to`: public path on this host. */
  redirect(to: string): Reply {
    return new Reply(303, { Location: to, 'Cache-Control': 'no-store' }, '');
  }

  /** Absolute URL of a page, for mail. */
  address(path: string): string {
    return `${this.settings.BASE_URL}${path}`;
  }
}

function pageHeaders(formTargets: readonly string[], script?: string): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; style-src 'self'; ${script === undefined ? '' : `script-src '${hashIn(script)}'; `}form-action ${["'self'", ...formTargets].join(' ')}; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
}

const hashIn = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`;
