import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { html, type HtmlPage, Layout } from '../../access/index.js';
import { type ApiError, ErrorShape } from '../../platform/index.js';

const TITLES: Record<number, string> = {
  404: 'This job is not open',
  409: 'This job is not open',
  429: 'Too many applications',
  503: 'Temporarily not available',
};

/** Renders errors of the careers site as pages. */
@Injectable()
export class SiteErrors extends ErrorShape {
  constructor(private readonly layout: Layout) {
    super();
  }

  override covers(path: string): boolean {
    return /^\/careers(\/|$)/.test(path);
  }

  override answer(error: ApiError, request: Request, requestId: string): HtmlPage {
    const { status, details, headers } = error;
    const title = TITLES[status] ?? 'Request failed';
    const messages = details?.length ? details.map(({ message }) => message) : [error.message];
    return this.layout.page({
      language: 'en',
      title,
      status,
      headers,
      brand: { name: 'Careers' },
      body: html`<h1>${title}</h1>
        ${status === 404 ? html`<p>It may have been closed, or the address is misspelt.</p>` : messages.map((message) => html`<p>${message}</p>`)}
        ${request.method === 'POST' && html`<p>Go back in your browser: what you typed is still there.</p>`}
        ${status >= 500 && html`<p class="soft">If it happens again, tell us the number ${requestId}.</p>`}`,
    });
  }
}
