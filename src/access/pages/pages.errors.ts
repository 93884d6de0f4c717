import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ApiError, ErrorShape } from '../../platform/index.js';
import { html, Layout, type Page } from './layout.js';

const PATHS = /^\/(sign-in|sign-out|forgot-password|accept-invitation|reset-password|welcome|account|assets)(\/|$)/;

const TITLES: Record<number, string> = {
  404: 'Page not found',
  429: 'Too many attempts',
  503: 'Temporarily not available',
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
    const title = TITLES[error.status] ?? 'Request failed';
    return this.layout.page({
      title,
      status: error.status,
      headers: error.headers,
      body: html`<h1>${title}</h1>
        <p>${error.message}</p>
        ${error.status >= 500 && html`<p class="soft">If it happens again, tell the operator of this service the number ${requestId}.</p>`}
        <p class="links">
          ${PATHS.test(path) ? html`<a href="${this.layout.root}/account">Go to your account</a>` : html`<a href="${this.layout.root}/">Go to the start page</a>`}
        </p>`,
    });
  }
}
