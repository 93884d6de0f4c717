import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type ApiError, asksForPage, ErrorShape, type ErrorStatus, Reply, t } from '../../platform/index.js';
import { html, Layout, type Page } from '../pages/layout.js';
import { reasonOf } from '../pages/reason.js';

const CODES: Partial<Record<ErrorStatus, string>> = {
  401: 'invalid_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** The error body of RFC 6749, and the request id (H9). */
export interface OAuthError {
  error: string;
  error_description?: string;
  request_id: string;
}

/** Errors under /oauth: RFC 6749 JSON for programs, a page for browsers. */
@Injectable()
export class OAuthErrors extends ErrorShape {
  constructor(private readonly layout: Layout) {
    super();
  }

  override covers(path: string): boolean {
    return /^\/oauth(\/|$)/.test(path);
  }

  override answer({ status, message, headers }: ApiError, request: Request, requestId: string): Reply {
    const body = { error: CODES[status] ?? 'invalid_request', error_description: message, request_id: requestId };
    return asksForPage(request) && /^\/oauth\/(authorize|interactions)(\/|$)/.test(request.path)
      ? this.page(status, body, headers)
      : new Reply(status, { ...headers, 'Cache-Control': 'no-store' }, JSON.stringify(body));
  }

  page(status: number, { error, error_description, request_id }: OAuthError, headers?: Record<string, string>): Page {
    return this.layout.page({
      title: t('Access cannot be given'),
      status,
      headers,
      body: html`<h1>${t('Access cannot be given')}</h1>
        <p>${t('The request of the app that sent you here cannot go on.')}</p>
        <p><strong>${reasonOf({ message: error_description ?? error }).replace(/\.?$/, '.')}</strong></p>
        <p>${t('Go back to the app and try again.')}</p>
        <p class="soft">
          ${t('If it happens again, tell its maker: {error}, {number}.', { error, number: request_id })}
        </p>`,
    });
  }
}
