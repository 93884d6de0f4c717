import { currentContext } from '../context/request-context.js';
import { type ApiError, forbidden } from '../errors/api-error.js';
import type { Denials, Denied, RecordChange } from './denials.js';
import { type AccessKind, actionOf, type PolicyRecord, type PolicyTarget } from './policy-matcher.js';
import { needReview, REVIEWS } from './review-need.js';

const NOTHING: Denied = { all: false, ids: [], tags: [], matching: [] };

/** The denials that concern one caller, carried by the request context. */
export class Restrictions {
  /** `spared`: a type exempt from denials for this caller (see `PolicyGuard`). `reviews`: policies that ask for approvals. */
  constructor(
    private readonly denials: Denials,
    private readonly principals: readonly string[],
    private readonly spared: string | null = null,
    private readonly reviews: Denials | null = null,
  ) {}

  /** Whether some policy of the workspace asks for approvals. */
  get mayAsk(): boolean {
    return this.reviews !== null;
  }

  /** Whether some policy asks for approvals of such changes. */
  mayAskAbout({ type }: PolicyTarget, ask: AccessKind): boolean {
    return this.reviews?.concern(type, ask) ?? false;
  }

  /** Whether a policy denies it; without a record: all records of the type. */
  deny({ type }: PolicyTarget, ask: AccessKind, record?: PolicyRecord, change?: RecordChange): boolean {
    return this.#find(type, ask, record, change) !== undefined;
  }

  /** The 403 with which a policy denies it, if one does. */
  refusal(
    { type, noun }: PolicyTarget,
    ask: AccessKind,
    record?: PolicyRecord,
    change?: RecordChange,
  ): ApiError | undefined {
    const policy = this.#find(type, ask, record, change);
    return policy ? forbidden(`The policy ${policy} denies ${actionOf(type, ask)} on this ${noun}.`) : undefined;
  }

  /** Throws that 403. A change for which a policy asks for approvals waits for them (D-REV-2). */
  refuse(resource: PolicyTarget, ask: AccessKind, record?: PolicyRecord, change?: RecordChange): void {
    const refusal = this.refusal(resource, ask, record, change);
    if (refusal) throw refusal;
    if (!this.reviews || ask === 'read' || resource.type === REVIEWS) return;
    const policies = this.reviews.findAll(this.principals, resource.type, ask, record, change);
    if (policies.length) needReview(policies);
  }

  /** The records that are denied, by what policies name. */
  named({ type }: PolicyTarget, ask: AccessKind): Denied {
    return type === this.spared ? NOTHING : this.denials.named(this.principals, type, ask);
  }

  /** Whether the content of a record is needed, because some tag is denied or some condition. */
  denyByContent({ type }: PolicyTarget, ask: AccessKind): boolean {
    return type !== this.spared && this.denials.deniesByContent(this.principals, type, ask);
  }

  /** Whether a change of such records must be judged with its result. */
  hasConditions({ type }: PolicyTarget, ask: AccessKind): boolean {
    if (this.reviews?.hasConditions(type, ask)) return true;
    return type !== this.spared && this.denials.hasConditions(type, ask);
  }

  /** The fields of a record that conditions of policies ask for, whomever they bind. */
  contentOf({ type }: PolicyTarget): string[] {
    return [...new Set([...this.denials.contentOf(type), ...(this.reviews?.contentOf(type) ?? [])])];
  }

  /** Whether any type is restricted for reading or export. */
  restrictsReading(): boolean {
    return this.denials.restrictReading(this.principals);
  }

  #find(type: string, ask: AccessKind, record?: PolicyRecord, change?: RecordChange): string | undefined {
    return type === this.spared ? undefined : this.denials.find(this.principals, type, ask, record, change);
  }
}

/** 403 where a policy denies it to the caller of the running request; without a record: all records of the type. */
export function refuseDenied(
  resource: PolicyTarget,
  ask: AccessKind,
  record?: PolicyRecord,
  change?: RecordChange,
): void {
  currentContext().restrictions?.refuse(resource, ask, record, change);
}
