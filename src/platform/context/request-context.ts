import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';
import { newId } from '../fields/ids.js';
import type { Credential } from '../security/credential.js';
import type { Restrictions } from '../security/restrictions.js';
import type { Exchange } from '../request/exchange.js';
import type { Selection } from '../request/selection.js';
import type { Route } from '../request/routes.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { WrittenChange } from './written-changes.js';

/** The languages of pages and letters. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The actor of a change, as events and the audit trail name them. */
export interface Actor {
  type: 'user' | 'api_key' | 'oauth_client' | 'system' | 'public';
  id: string | null;
  email: string | null;
  /** The OAuth client through which a user acts, the console aside (D-AGT-1). */
  via?: { id: string; name: string };
}

/**
 * Context of one request or background job, propagated by AsyncLocalStorage. The HTTP middleware creates it for requests,
 * `asSystem` for background work.
 */
export class RequestContext {
  credential: Credential | null = null;
  /** Policies that deny the caller something; null if there are none, and for the system. */
  restrictions: Restrictions | null = null;
  workspaceId = '';
  actor: Actor = { type: 'public', id: null, email: null };
  unitOfWork: UnitOfWork | null = null;
  /** That the request asks for, in its pages and letters; null where it asks for none that is known. The API speaks English. */
  language: Language | null = null;
  /** The matched route, set by the guard. */
  route: Route | null = null;
  /** The record that the path names, loaded and allowed (see `Loaded`), and the one whose path it stands under. */
  record: object | null = null;
  parent: object | null = null;
  /** The request and its answer on their way through the steps of the request path. */
  exchange: Exchange | null = null;

  /** The part of the records of the answer that is asked for (`fields`, `include`); null: all. */
  selection: Selection | null = null;

  /** For an injected request (`Injection`): the outer request, whose credential and rate limit apply. */
  caller: Request | null = null;

  /** Injected requests (`Injection`) of this one, for its log line: `POST /v1/sales/deals/:id/close 409`. */
  inner: string[] | null = null;

  /** Further changes for the audit entries of all records that are written, such as the import that writes them. */
  also: Record<string, { from: unknown; to: unknown }> | null = null;

  /** For an operation of a batch: the request of the batch. */
  batch: RequestContext | null = null;

  /** For a batch: the operation that failed and undoes the others, and the audit entry that it leaves. */
  failed: { operation: number; entry: unknown[] | null; conflict: unknown } | null = null;

  /** Changes that a dry run has written so far (D-QRY-5); null: the request is none. */
  tried: WrittenChange[] | null = null;

  /** Changes that the request has written so far, where they are looked at afterwards; null: they are not. */
  written: WrittenChange[] | null = null;

  /** Policies that ask for approvals of the request (D-REV-2). */
  readonly reviewing = new Set<string>();

  /** For a request that was approved: the policies whose approvals it has. */
  approved: ReadonlySet<string> | null = null;

  /** For a request that was approved: the credential of whoever asked, with their rights of now. */
  actsAs: Credential | null = null;

  /** False when a credential is re-checked without a request, which does not count as its use. */
  uses = true;

  constructor(
    readonly requestId: string,
    readonly ip: string | null,
    readonly userAgent: string | null,
  ) {}

  /** A context of the same caller without this request, for what goes on after it. */
  fork(): RequestContext {
    const context = new RequestContext(this.requestId, this.ip, this.userAgent);
    const { credential, restrictions, workspaceId, actor, language } = this;
    return Object.assign(context, { credential, restrictions, workspaceId, actor, language });
  }

  /** The unit of work of the batch that this operation belongs to; null where it has its own (D-QRY-4). */
  get joined(): UnitOfWork | null {
    return this.batch?.unitOfWork ?? null;
  }

  /** Drops references to large data, because timers of an idle keep-alive connection retain the context of its last request. */
  release(): void {
    this.exchange = this.record = this.parent = null;
  }
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` inside a context; everything it awaits sees it. */
export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The context of the running request or background work. */
export function currentContext(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('There is no request context here. Background work runs inside asSystem().');
  return context;
}

/** The context, or undefined outside of any. */
export const contextIfAny = (): RequestContext | undefined => storage.getStore();

/**
 * Runs a change by a visitor without rights in the workspace: a public route that writes, once the workspace is known. The
 * actor is that of the current request; IP address and user agent are kept out of the audit trail.
 */
export function asVisitor<T>(workspaceId: string, work: () => T): T {
  const { requestId, actor, route, parent, record, language } = currentContext();
  const context = new RequestContext(requestId, null, null);
  // Pipes run in here where the application has interceptors.
  Object.assign(context, { workspaceId, actor, route, parent, record, language });
  return runInContext(context, work);
}

/** Reads what the row rules hide from the caller, in the name of the system. The policies of the caller still hold. */
export function asSystemForCaller<T>(work: () => T): T {
  const { workspaceId, restrictions } = currentContext();
  return readAsSystem(workspaceId, work, restrictions);
}

/** Like `asSystem`, for reads: they see what the running unit of work, if there is one, has written. */
export const readAsSystem = <T>(workspaceId: string, read: () => T, restrictions: Restrictions | null = null): T =>
  runInContext(
    Object.assign(systemContext(workspaceId, restrictions), { unitOfWork: contextIfAny()?.unitOfWork ?? null }),
    read,
  );

/** Runs background work in a workspace, in the name of the system. `restrictions`: those of somebody else that bind it. */
export const asSystem = <T>(workspaceId: string, work: () => T, restrictions: Restrictions | null = null): T =>
  runInContext(systemContext(workspaceId, restrictions), work);

function systemContext(workspaceId: string, restrictions: Restrictions | null): RequestContext {
  const context = new RequestContext(newId('req'), null, null);
  context.actor = { type: 'system', id: null, email: null };
  return Object.assign(context, { workspaceId, restrictions });
}
