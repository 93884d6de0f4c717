import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { html, type HtmlPage, Layout, reasonOf } from '../../access/index.js';
import { type ApiError, deferred, ErrorShape, t, translated } from '../../platform/index.js';
import { inWords } from './site-words.js';

const TITLES: Record<number, string> = {
  404: deferred('This job is not open'),
  409: deferred('This job is not open'),
  429: deferred('Too many applications'),
  503: deferred('Temporarily not available'),
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
    const title = translated(TITLES[status] ?? deferred('Request failed'));
    const messages = details?.length ? details.map(({ message }) => inWords(message)) : [reasonOf(error)];
    return this.layout.page({
      title,
      status,
      headers,
      brand: { name: t('Careers') },
      body: html`<h1>${title}</h1>
        ${status === 404 ? html`<p>${t('It may have been closed, or the address is misspelt.')}</p>` : messages.map((message) => html`<p>${message}</p>`)}
        ${request.method === 'POST' && html`<p>${t('Go back in your browser: what you typed is still there.')}</p>`}
        ${status >= 500 && html`<p class="soft">${t('If it happens again, tell us the number {number}.', { number: requestId })}</p>`}`,
    });
  }
}
