import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { currentLanguage, Reply, Settings, StaticFiles } from '../../platform/index.js';
import type { Brand } from './brand.repository.js';
import { FONT_FACES, FONTS } from './fonts.js';
import { Html, html } from './html.js';
import { accentStyle, STYLES } from './styles.js';

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
  /** Name above the page and in the window's title, colour and logo. Default: those of the product. */
  brand?: Pick<Brand, 'name'> & Partial<Brand>;
  /** Search engines may list the page. */
  listed?: boolean;
  /** Elements for the head. */
  head?: Html;
}

/** An answer in HTML. */
export class Page extends Reply {
  override with(headers: Record<string, string>): Page {
    return new Page(this.status, { ...headers, ...this.headers }, this.body);
  }

  override send(response: ServerResponse): void {
    // Only if not set before, because the default headers would override it.
    if (!response.headersSent) {
      response.setHeader('Content-Type', this.headers['Content-Type']!);
      response.appendHeader('Vary', 'Accept-Language');
    }
    super.send(response);
  }
}

export const PAGE_FILES = new StaticFiles(
  new Map<string, string | URL>([['pages.css', FONT_FACES + STYLES], ...FONTS]),
);

/** Layout of all pages: in the language of the browser, no script except passkeys, no external resources, not embeddable in frames, not cached. */
@Injectable()
export class Layout {
  /** The path of BASE_URL, without a slash at its end. */
  readonly root: string;

  constructor(private readonly settings: Settings) {
    this.root = settings.basePath;
  }

  page({ title, body, status = 200, formTargets = [], headers, wide, script, continueTo, ...of }: PageOptions): Page {
    const { brand: { name, accent_color, logo } = PRODUCT, listed, head } = of;
    const language = currentLanguage();
    const style = accent_color ? accentStyle(accent_color) : undefined;
    const text = html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          ${!listed && html`<meta name="robots" content="noindex" />`}
          ${continueTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${continueTo}" />`}
          <title>${title} · ${name}</title>
          <link rel="stylesheet" href="${this.root}/assets/${PAGE_FILES.version}/pages.css" />
          ${style !== undefined && new Html(`<style>${style}</style>`)} ${head}
        </head>
        <body>
          <header><p class="brand">${logo && html`<img src="${logo}" alt="" />`}${name}</p></header>
          <main class="${wide ? 'wide' : 'narrow'}">${body}</main>
          ${script !== undefined && new Html(`<script>${script}</script>`)}
        </body>
      </html> `.text;
    return new Page(
      status,
      {
        ...pageHeaders(formTargets, { script, style, hasLogo: Boolean(logo) }),
        'Content-Language': language,
        ...headers,
      },
      text,
    );
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

const PRODUCT: Brand = { name: 'Workspace Suite', accent_color: null, logo: null };

/** Parts of a page that its policy has to allow. */
interface Inline {
  script?: string;
  style?: string;
  hasLogo: boolean;
}

function pageHeaders(formTargets: readonly string[], { script, style, hasLogo }: Inline): Record<string, string> {
  const styles = `style-src 'self'${style === undefined ? '' : ` '${hashIn(style)}'`}; `;
  const inline = `${hasLogo ? 'img-src data:; ' : ''}${script === undefined ? '' : `script-src '${hashIn(script)}'; `}`;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; ${styles}${inline}font-src 'self'; form-action ${["'self'", ...formTargets].join(' ')}; ` +
      `base-uri 'none'; frame-ancestors 'none'`,
    'X-Frame-Options': 'DENY',
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  };
}

const hashIn = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
