import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import { type Notice, Notices } from '../../platform/index.js';
import { Approvers, needOf } from './approvers.js';
import type { Review } from './review.entity.js';
import { ReviewRepository } from './review.repository.js';
import { reviews } from './review.resource.js';

/** Approvers of a policy who are told of a request. The others find it among what waits for them. */
const MAX_TOLD = 100;
/** Waiting requests of which somebody is told who has become an approver. */
const MAX_TOLD_LATER = 100;

/** Tells approvers in their inbox which requests wait for them. */
@Injectable()
export class ReviewNotices {
  constructor(
    private readonly repository: ReviewRepository,
    private readonly approvers: Approvers,
    private readonly people: PrincipalsPort,
    private readonly notices: Notices,
  ) {}

  async requested({ id, requested_by, needs }: Pick<Review, 'id' | 'requested_by' | 'needs'>): Promise<void> {
    const told = await Promise.all(needs.map((need) => this.approvers.of(need, requested_by)));
    const users = new Set(told.flatMap(({ people }) => people.slice(0, MAX_TOLD).map((person) => person.id)));
    await this.notices.tell(noticeOf(id, [...users]));
  }

  /** Shows what waits to those whom a policy names now, and tells those whom it did not name `before`; null: nobody is new. */
  async policyChanged(id: string, before: readonly string[] | null): Promise<void> {
    const [policy] = await this.repository.policies([id]);
    if (!policy || policy.effect !== 'review') return;
    const need = needOf(policy);
    await this.repository.refresh(need);
    if (!before) return;
    const { people: former } = await this.approvers.of({ ...need, approvers: [...before] }, '');
    const known = new Set(former.map((person) => person.id));
    const { people } = await this.approvers.of(need, '');
    const added = people.flatMap((person) => (known.has(person.id) ? [] : person.id)).slice(0, MAX_TOLD);
    if (!added.length) return;
    const waiting = await this.repository.waitingFor(id, MAX_TOLD_LATER);
    await this.notices.tell(
      ...waiting.map((review) =>
        noticeOf(
          review.id,
          added.filter((user) => user !== review.requested_by),
        ),
      ),
    );
  }

  /** Tells a user whose roles changed of what waits for them now. */
  async userChanged(id: string): Promise<void> {
    await this.#tellOfWaiting((await this.people.of('user', id)) ?? [], () => [id]);
  }

  /** Tells the members of a group of what waits for the group and for those who have its roles. */
  async groupChanged(id: string): Promise<void> {
    await this.#tellOfWaiting((await this.people.of('group', id)) ?? [], async () =>
      (await this.people.holders([`group:${id}`])).map((member) => member.id).slice(0, MAX_TOLD),
    );
  }

  /** Tells these users of the newest reviews that wait for these principals. Nobody is told of a review twice. */
  async #tellOfWaiting(names: readonly string[], usersOf: () => string[] | Promise<string[]>): Promise<void> {
    const waiting = await this.repository.waitingForAnyOf(names, MAX_TOLD_LATER);
    if (!waiting.length) return;
    const users = await usersOf();
    await this.notices.tell(
      ...waiting.map(({ id, requested_by, approved_by }) =>
        noticeOf(
          id,
          users.filter((user) => user !== requested_by && !approved_by.includes(user)),
        ),
      ),
    );
  }

  /** Takes a request out of the inbox of an approver who has answered. */
  async answered({ id }: Review, userId: string): Promise<void> {
    await this.notices.settle('review', id, [userId]);
  }

  /** Takes a request out of the inbox of all approvers. */
  async decided(review: Review): Promise<void> {
    const needs = await this.approvers.needsOf(review);
    const people = needs.flatMap((need) => need.people.map(({ id }) => id));
    await this.notices.settle('review', review.id, people);
  }
}

const noticeOf = (id: string, users: readonly string[]): Notice => ({
  kind: 'review',
  users,
  record: { type: reviews.type, id },
  source: `review:${id}`,
});
