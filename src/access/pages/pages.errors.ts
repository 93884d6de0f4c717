import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ApiError, deferred, ErrorShape, t, translated } from '../../platform/index.js';
import { html, Layout, type Page } from './layout.js';
import { reasonOf } from './reason.js';

const PATHS = /^\/(sign-in|sign-out|forgot-password|accept-invitation|reset-password|welcome|account|assets)(\/|$)/;

const TITLES: Record<number, string> = {
  404: deferred('Page not found'),
  429: deferred('Too many attempts'),
  503: deferred('Temporarily not available'),
};

/** Errors under page paths are pages, and those of any other address outside of the API that a browser opens. */
@Injectable()
export class PageErrors extends ErrorShape {
  override readonly isForBrowsers = true;

  constructor(private readonly layout: Layout) {
    super();
  }

  override covers(path: string): boolean {
    return PATHS.test(path);
  }

  override answer(error: ApiError, { path }: Request, requestId: string): Page {
    const title = translated(TITLES[error.status] ?? deferred('Request failed'));
    return this.layout.page({
      title,
      status: error.status,
      headers: error.headers,
      body: html`<h1>${title}</h1>
        <p>${reasonOf(error)}</p>
        ${error.status >= 500 && html`<p class="soft">${t('If it happens again, tell the operator of this service the number {number}.', { number: requestId })}</p>`}
        <p class="links">
          ${PATHS.test(path) ? html`<a href="${this.layout.root}/account">${t('Go to your account')}</a>` : html`<a href="${this.layout.root}/">${t('Go to the start page')}</a>`}
        </p>`,
    });
  }
}
