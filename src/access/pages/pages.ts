import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Reply } from '../../platform/index.js';
import { Brands } from './brand.repository.js';
import { Csrf } from './csrf.js';
import { type Html, Layout, type Page, type PageOptions } from './layout.js';
import { Tickets } from './tickets.js';

/** Everything a controller needs to answer with a page: the layout, the CSRF field of its forms, and tickets between steps. */
@Injectable()
export class Pages {
  /** The path of BASE_URL, without a slash at its end. */
  readonly root: string;

  constructor(
    private readonly layout: Layout,
    private readonly brands: Brands,
    private readonly csrf: Csrf,
    private readonly tickets: Tickets,
  ) {
    this.root = layout.root;
  }

  page(options: PageOptions): Page {
    return this.layout.page(options);
  }

  /** A page with the brand of a workspace, if that is shown (see `Brands.shown`). */
  async branded(workspaceId: string | null, options: PageOptions): Promise<Page> {
    return this.page({ ...options, brand: (await this.brands.shown(workspaceId)) ?? undefined });
  }

  /** Redirects to a path below the root: `/account?done=profile`. */
  goTo(path: string): Reply {
    return this.layout.redirect(this.root + path);
  }

  /** Redirects to an address as it is. */
  redirect(to: string): Reply {
    return this.layout.redirect(to);
  }

  /** The hidden field of a form (see `Csrf.field`). */
  csrfField(request: Request, response: Response): Html {
    return this.csrf.field(request, response);
  }

  /** State for the next step (see `Tickets.seal`). */
  seal(purpose: string, facts: object, request: Request): string {
    return this.tickets.seal(purpose, facts, request);
  }

  /** State of the step before (see `Tickets.open`). */
  open<T>(purpose: string, ticket: string | null, request: Request): T | null {
    return this.tickets.open<T>(purpose, ticket, request);
  }
}
