import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import {
  Denials,
  failure,
  forbidden,
  Guardrails,
  InjectStore,
  invalidField,
  nameOf,
  newId,
  RecordAccess,
  REVIEWS,
  ResourceService,
  type ResourceStore,
} from '../../platform/index.js';
import { evaluate } from './evaluation.js';
import { type CreatePolicy, type EvaluatePolicy, type EvaluationView, type UpdatePolicy } from './policy.dto.js';
import { Policy } from './policy.entity.js';
import { policies } from './policy.resource.js';
import { PolicyConditions } from './policy-conditions.js';
import { PolicyGuard } from './policy-guard.js';
import { type ActivePolicy, PolicyRepository } from './policy.repository.js';
import { PolicyTargets } from './policy-targets.js';

const MAX_POLICIES = 1_000;

@Injectable()
export class PoliciesService extends ResourceService<Policy> {
  constructor(
    @InjectStore(Policy) store: ResourceStore<Policy>,
    private readonly all: PolicyRepository,
    private readonly guard: PolicyGuard,
    private readonly targets: PolicyTargets,
    private readonly guardrails: Guardrails,
    private readonly conditions: PolicyConditions,
    private readonly access: RecordAccess,
    private readonly people: PrincipalsPort,
  ) {
    super(store);
  }

  /** With the status `active` it takes effect at once, and is rejected if it would lock out all owners. */
  override async create(input: CreatePolicy): Promise<Policy> {
    await this.targets.check(input);
    this.conditions.check(input);
    await this.#checkReview(input);
    if ((await this.all.countWithLock()) >= MAX_POLICIES) throw failure(policies, 'tooMany');
    if (input.status === 'active') await this.#refuseLockOut({ ...input, id: newId('pol') });
    const policy = await this.store.create({ ...input, status: 'inactive' });
    if (input.status !== 'active') return policy;
    // The audit log and the event tell an activation, however it came.
    const active = await this.store.transition(policy, 'active', {}, { as: 'activated' });
    if (active.effect !== 'allow') await this.guardrails.forget(active.workspace_id);
    return active;
  }

  /** An active policy takes effect in every process within a second. Rejected if it would lock out all owners. */
  override async update(policy: Policy, { status = policy.status, ...input }: UpdatePolicy): Promise<Policy> {
    await this.targets.check(input);
    const changed = given(input);
    const rules = { ...policy, ...changed };
    if (input.when !== undefined || input.resources || input.actions) this.conditions.check(rules);
    const isActivated = status === 'active' && policy.status !== 'active';
    // A name can change while nobody could approve.
    const isAsked = isActivated || Object.keys(changed).some((name) => name !== 'name');
    if (isAsked) await this.#checkReview(rules);
    if (status === 'active' && (isAsked || rules.effect !== 'review')) await this.#refuseLockOut(rules);
    const as = status === 'active' && policy.status !== 'active' ? 'activated' : 'updated';
    const updated = await this.store.transition(policy, status, input, { as });
    const acts = [policy, updated].some((each) => each.status === 'active' && each.effect !== 'allow');
    if (acts && updated !== policy) await this.guardrails.forget(policy.workspace_id);
    return updated;
  }

  override async remove(policy: Policy): Promise<void> {
    if (policy.status === 'active') throw failure(policies, 'active');
    await this.store.remove(policy);
  }

  async evaluate(policy: Policy, { principal, resource, action, changes }: EvaluatePolicy): Promise<EvaluationView> {
    const names = await this.targets.namesOf(principal.type, principal.id);
    const { type, id } = resource;
    const record = id === undefined ? null : await this.targets.find(type, id);
    if (id !== undefined && !record) throw invalidField('resource.id', 'not_found', `There is no ${type} ${id}.`);
    const active = await this.all.active();
    if (record && [policy, ...active].some(({ when }) => when)) {
      const isReadable = await this.access.readable([{ type, id: record.id }]);
      if (!isReadable({ type, id: record.id }))
        throw forbidden(`You may not read the ${type}, and a policy has a condition on it.`);
    }
    const isChange = changes !== undefined || /:(write|share)$/.test(action);
    const after = isChange && (record || changes) ? { ...record, ...changes } : null;
    const question = { principals: names, type, record, action, after };
    return evaluate(policy, active, question, (each) => this.conditions.of(each, type));
  }

  /** 400 for a review that asks about nothing or nobody, 409 for one that nobody could approve. */
  async #checkReview({ effect, approvers, approvals, actions, resources }: Review): Promise<void> {
    if (effect !== 'review') {
      if (approvers.length)
        throw invalidField('approvers', 'invalid_value', 'Only a policy with review has approvers.');
      return;
    }
    if (!approvers.length) throw invalidField('approvers', 'required', 'approvers must have at least one item.');
    const read = actions.findIndex((action) => action.endsWith(':read'));
    if (read >= 0)
      throw invalidField(`actions[${read}]`, 'invalid_value', 'Reading does not wait for an approval: deny it.');
    const own = resources.findIndex(({ type }) => type === REVIEWS);
    if (own >= 0) throw invalidField(`resources[${own}].type`, 'invalid_value', 'Approvals need no approval.');
    await this.targets.checkApprovers(approvers);
    if ((await this.people.holders(approvers.map(nameOf))).length < approvals)
      throw failure(policies, 'nobodyApproves');
  }

  /** 409 unless, with this policy active, some active owner can still read and change every policy. */
  async #refuseLockOut(policy: ActivePolicy & Pick<Policy, 'approvers' | 'approvals'>): Promise<void> {
    if (policy.effect === 'allow') return;
    await this.all.countWithLock();
    if (policy.effect === 'review') {
      if (await this.guard.reviewLocksOut(policy)) throw failure(policies, 'locksOut');
      return;
    }
    const others = (await this.all.active()).filter(({ id, effect }) => id !== policy.id && effect === 'deny');
    if (await this.guard.lockOut(new Denials([...others, policy].map((each) => this.guard.denialOf(each)))))
      throw failure(policies, 'locksOut');
  }
}

type Review = Pick<Policy, 'effect' | 'approvers' | 'approvals' | 'actions' | 'resources'>;

const given = <T extends object>(input: T): T =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T;
