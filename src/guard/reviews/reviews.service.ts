import { Injectable } from '@nestjs/common';
import { createHmac } from 'node:crypto';
import {
  allResources,
  ApiError,
  type AskedRequest,
  asSystemForCaller,
  changesBetween,
  Clock,
  currentContext,
  failure,
  fieldNames,
  fieldsOf,
  forbidden,
  holderOf,
  InjectStore,
  Maintenance,
  type NamedRecord,
  type Page,
  prefixOf,
  RecordAccess,
  Removal,
  ResourceService,
  type ResourceStore,
  Reviews,
  Routes,
  Secrets,
  StoreRegistry,
  Works,
  type WrittenChange,
} from '../../platform/index.js';
import { policies } from '../policies/policy.resource.js';
import { Approvers, needOf } from './approvers.js';
import { Execution, type Outcome, type SealedRequest } from './execution.js';
import type { RejectReview, ReviewDetails, ReviewForecast, ReviewQuery } from './review.dto.js';
import { Review } from './review.entity.js';
import { ReviewNotices } from './review-notices.js';
import { ReviewRepository } from './review.repository.js';
import { MAX_RESOURCES, reviews } from './review.resource.js';

const MAX_PENDING = 1_000;
const DAY_MS = 86_400_000;
const KEPT_SECONDS = 366 * 86_400;

interface Previewed {
  type: string;
  id: string;
  action: string;
  changes: Record<string, unknown> | null;
}

@Injectable()
export class ReviewsService extends ResourceService<Review> {
  readonly #sealing: Buffer;

  constructor(
    @InjectStore(Review) store: ResourceStore<Review>,
    private readonly repository: ReviewRepository,
    private readonly approvers: Approvers,
    private readonly execution: Execution,
    private readonly access: RecordAccess,
    private readonly stores: StoreRegistry,
    private readonly routes: Routes,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly notices: ReviewNotices,
    private readonly works: Works,
    private readonly removal: Removal,
    gate: Reviews,
    maintenance: Maintenance,
  ) {
    super(store);
    this.#sealing = secrets.derive('reviews');
    secrets.keptIn('reviews', ['request', 'preview'], { lasting: false });
    gate.answers(
      (ids) => this.#spared(ids),
      (request) => this.#store(request),
    );
    maintenance.add({
      name: 'guard.old-reviews',
      description: 'Removes reviews that were decided a year ago.',
      every: DAY_MS,
      run: () => this.removeOld(),
    });
  }

  /** Whoever may read a record sees what waits for it. */
  override async list(query: ReviewQuery, view: new () => object): Promise<Page<object>> {
    const { resource_id } = query;
    if (resource_id === undefined || !(await this.#isReadable(resource_id))) return this.store.page(query, view);
    const page = await asSystemForCaller(() => this.store.page(query, view));
    const { user_id, principals } = currentContext().credential!;
    const data = (page.data as Review[]).map((review) => {
      const isRelated =
        review.requested_by === user_id ||
        review.needs.some(({ approvers }) => approvers.some((name) => principals.includes(name)));
      return isRelated ? review : { ...review, resource_ids: [resource_id] };
    });
    return { ...page, data };
  }

  override async show(review: Review): Promise<ReviewDetails> {
    return { ...review, preview: await this.#readable(this.#keptPreview(review)) };
  }

  /** Tries the request as it would run now. Shows the changes that the caller may read. */
  async preview(review: Review): Promise<ReviewForecast> {
    this.#refuseDecided(review);
    let seen = await this.#readable(this.#keptPreview(review).filter(({ id }) => id in review.seen));
    // Records that it deletes are judged while they are there, and those that it makes once they are.
    const existing = new Set(seen.changes.map(({ id }) => id));
    const { reason } = await this.execution.run(
      review,
      review.approved_by,
      async (written) => {
        const isReadable = await this.access.readable(written);
        const changes = written.filter((change) => existing.has(change.id) || isReadable(change));
        seen = { changes: changes.map((change) => this.#previewed(change)), hidden: written.length - changes.length };
      },
      { keep: false },
    );
    return { ...seen, fails: reason };
  }

  #keptPreview({ preview }: Review): Previewed[] {
    return JSON.parse(this.secrets.decrypt(preview)) as Previewed[];
  }

  async #readable(changes: readonly Previewed[]): Promise<{ changes: Previewed[]; hidden: number }> {
    const readable = changes.filter(await this.access.readable(changes));
    return { changes: readable, hidden: changes.length - readable.length };
  }

  async approve({ id }: Review): Promise<Review> {
    const review = await this.#pending(id);
    const { user_id, needs } = await this.#approver(review);
    const approved_by = [...new Set([...review.approved_by, user_id])];
    const isComplete = needs.every(
      ({ people, approvals }) => people.filter((person) => approved_by.includes(person.id)).length >= approvals,
    );
    const valid = approved_by.filter((each) => needs.some(({ people }) => people.some((person) => person.id === each)));
    const outcome = await this.#run(review, valid, isComplete);
    const approved = review.approved_by.includes(user_id)
      ? review
      : await this.store.update(review, { approved_by }, { as: 'approved' });
    if (isComplete) return this.#end(approved, outcome.status, { reason: outcome.reason, decided_by: user_id });
    await this.notices.answered(review, user_id);
    return approved;
  }

  /** Nobody approves what they may not read (D-REV-3): of a new record that shows only while the request is tried. */
  async #run(review: Review, approvedBy: readonly string[], keep: boolean): Promise<Outcome> {
    const changes = this.#keptPreview(review);
    await this.#refuseHidden(changes.filter(({ id }) => id in review.seen));
    return this.execution.run(
      review,
      approvedBy,
      (written) => this.#refuseHidden(written.filter(({ id }) => !(id in review.seen))),
      { keep },
    );
  }

  async #refuseHidden(changes: readonly NamedRecord[]): Promise<void> {
    if (!changes.every(await this.access.readable(changes)))
      throw forbidden('The request changes records that you may not read. Somebody who may read them can approve it.');
  }

  async reject({ id }: Review, { reason }: RejectReview): Promise<Review> {
    const review = await this.#pending(id);
    const { user_id } = await this.#approver(review);
    return this.#end(review, 'rejected', { reason, decided_by: user_id });
  }

  async cancel({ id }: Review): Promise<Review> {
    const review = await this.#pending(id);
    const { user_id } = currentContext().credential!;
    if (review.requested_by !== user_id) throw forbidden('Only whoever asked can cancel the request.');
    return this.#end(review, 'cancelled', { decided_by: user_id });
  }

  /** Ends a review whose time is over. */
  async expire(id: string): Promise<void> {
    const review = await this.store.find(id, { lock: true });
    if (review?.status === 'pending' && review.expires_at <= this.clock.iso()) await this.#end(review, 'expired', {});
  }

  async removeOld(): Promise<void> {
    await this.removal.where(this.store, `status <> 'pending' and updated_at < $1`, [this.clock.iso(-KEPT_SECONDS)]);
  }

  async #end(review: Review, status: string, facts: Partial<Review>): Promise<Review> {
    await this.notices.decided(review);
    const ended = { ...facts, decided_at: this.clock.iso(), request: null };
    return this.store.transition(review, status, ended, { as: status });
  }

  /** The review with a lock, so that of two decisions the second sees the first. */
  async #pending(id: string): Promise<Review> {
    const review = await this.store.get(id, { lock: true });
    this.#refuseDecided(review);
    return review;
  }

  #refuseDecided({ status, expires_at }: Review): void {
    if (status !== 'pending' || expires_at <= this.clock.iso()) throw failure(reviews, 'notPending');
  }

  /** Refuses everybody but a person who is signed in, is an approver now, and did not ask. */
  async #approver(review: Review) {
    const { kind, app, user_id, principals } = currentContext().credential!;
    if (kind !== 'user' || app) throw forbidden('Only a person who is signed in decides. API keys and apps cannot.');
    if (user_id === review.requested_by) throw forbidden('Nobody decides what they asked for.');
    const needs = await this.approvers.needsOf(review);
    if (!needs.some(({ approvers }) => approvers.some((name) => principals.includes(name))))
      throw forbidden('You are not an approver of this request.');
    return { user_id, needs };
  }

  async #isReadable(id: string): Promise<boolean> {
    const prefix = prefixOf(id);
    const types = [...allResources().values()].filter(({ idPrefix }) => idPrefix === prefix);
    for (const { type } of types) if ((await this.access.readable([{ type, id }]))({ type, id })) return true;
    return false;
  }

  /** 403 if nobody could approve. Owners change policies without approvals that nobody can give any more (D-REV-1). */
  async #spared(ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const { credential, route } = currentContext();
    const { user_id, kind, isOwner } = credential!;
    const spared = new Set<string>();
    for (const policy of await this.repository.policies([...ids])) {
      const { people, approvals } = await this.approvers.of(needOf(policy), user_id);
      if (people.length >= approvals) continue;
      if (route!.endpoint!.resource !== policies || kind !== 'user' || !isOwner)
        throw forbidden(
          `The policy ${policy.id} asks for ${approvals === 1 ? 'an approval' : `${approvals} approvals`}, and nobody but you could approve, or not enough others.`,
        );
      spared.add(policy.id);
    }
    return spared;
  }

  async #store(request: AskedRequest): Promise<{ id: string; expires_at: string }> {
    const context = currentContext();
    const { restrictions } = context;
    // Policies on reviews do not keep anybody from asking.
    context.restrictions = null;
    try {
      return await this.#storeFree(request);
    } finally {
      context.restrictions = restrictions;
    }
  }

  async #storeFree({ method, url, body, ifMatch, recordId, policies: ids, spared, changes }: AskedRequest) {
    const credential = currentContext().credential!;
    const { user_id } = credential;
    const through = credential.kind === 'api_key' ? 'api_key' : credential.app ? 'app' : 'session';
    const way = through === 'session' ? '' : (credential.app?.client_id ?? credential.id);
    const seen = seenIn(changes);
    const fingerprint = createHmac('sha256', this.#sealing)
      .update(JSON.stringify([user_id, through, way, method, url, ifMatch, body, seen]))
      .digest('base64url');
    await this.repository.lock(user_id);
    const waiting = await this.repository.waiting(fingerprint);
    if (waiting) return waiting;
    if ((await this.repository.countPending(user_id)) >= MAX_PENDING)
      throw new ApiError(429, `${MAX_PENDING} of your requests wait for approvals. Cancel some of them.`);
    const asking = (await this.repository.policies(ids)).filter(({ id }) => !spared.has(id));
    const needs = asking.map(needOf);
    const expires_at = this.clock.iso(Math.min(...asking.map((policy) => policy.expires_in_hours)) * 3_600);
    const sealed: SealedRequest = { body, ifMatch };
    const review = await this.store.create(
      {
        title: needs
          .map(({ policy_name }) => policy_name)
          .join(', ')
          .slice(0, 500),
        method,
        path: url,
        policies: [...ids],
        needs,
        approvers: [...new Set(needs.flatMap(({ approvers }) => approvers))],
        requested_by: user_id,
        requested_through: through,
        holder: { ...holderOf(credential, credential.scopes) },
        resource_ids: [...new Set([...(recordId ? [recordId] : []), ...Object.keys(seen)])].slice(0, MAX_RESOURCES),
        seen,
        request: this.secrets.encrypt(JSON.stringify(sealed)),
        preview: this.secrets.encrypt(JSON.stringify(changes.map((change) => this.#previewed(change)))),
        fingerprint,
        expires_at,
      },
      { as: 'requested' },
    );
    await this.works.add('review_expiry', { id: review.id, created_at: this.clock.iso() }, expires_at);
    await this.notices.requested(review);
    return { id: review.id, expires_at };
  }

  /** The fields of a change; of a new record all that readers of its type are shown. */
  #previewed({ type, id, action, changes, record }: WrittenChange): Previewed {
    const [store] = record ? this.stores.ofType(type) : [];
    const view = this.routes.viewOf(type);
    if (!store || !view) return { type, id, action, changes };
    const specs = fieldsOf(store.entity.prototype);
    const names = fieldNames(view).filter((name) => specs.has(name) && !specs.get(name)!.secret);
    const shown = Object.fromEntries(names.map((name) => [name, specs.get(name)!.audit]));
    return { type, id, action, changes: changesBetween({}, record as Record<string, unknown>, names, shown) };
  }
}

/** Revisions of the records that the changes begin with. */
function seenIn(changes: readonly WrittenChange[]): Record<string, number> {
  const first = new Map<string, number | null>();
  for (const { id, before } of changes) if (!first.has(id)) first.set(id, before);
  return Object.fromEntries([...first].flatMap(([id, before]) => (before === null ? [] : [[id, before]])));
}
