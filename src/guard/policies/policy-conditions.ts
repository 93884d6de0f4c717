import { Injectable, Logger } from '@nestjs/common';
import {
  allResources,
  ApiError,
  ChangeCondition,
  coversType,
  type Detail,
  invalid,
  invalidField,
  MAX_WHERE,
  readChangeCondition,
  RecordLists,
} from '../../platform/index.js';
import type { Policy } from './policy.entity.js';

type Conditional = Pick<Policy, 'resources' | 'actions' | 'when'>;

/** Matches every record. */
const ALWAYS = new ChangeCondition(null, null);

/** Kinds of access that leave a changed record. */
const CHANGES = /^\*$|:(\*|write|share)$/;

/** Reads the conditions of policies (D-REV-1). */
@Injectable()
export class PolicyConditions {
  readonly #log = new Logger(PolicyConditions.name);

  constructor(private readonly lists: RecordLists) {}

  /** 400 unless every type of the policy has the fields of its condition. `at`: path prefix in the body. */
  check({ resources, actions, when }: Conditional, at = ''): void {
    if (!when) return;
    const path = `${at}when`;
    if (JSON.stringify(when).length > MAX_WHERE)
      throw invalidField(path, 'too_long', `${path} must have at most ${MAX_WHERE} characters as JSON.`);
    if ('after' in when && !actions.some((action) => CHANGES.test(action)))
      throw invalidField(
        `${path}.after`,
        'invalid_value',
        `Reading, deleting and exporting leave no changed record: use ${path}.before.`,
      );
    const types = this.#typesOf(resources.map(({ type }) => type));
    if (!types.length)
      throw invalidField(path, 'invalid_value', `${path} needs resources with fields. These have none.`);
    for (const type of types) this.#read(when, type, path);
  }

  /** The condition of a policy for a type; null: it has none, or acts on no record of the type. */
  of({ id, when }: Pick<Policy, 'id' | 'when'>, type: string): ChangeCondition | null {
    if (!when || !this.#hasFields(type)) return null;
    try {
      return readChangeCondition(when, this.lists.shownFieldsOf(type));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A field that this version does not have. The policy acts on every record, because it must not be lifted unseen.
      this.#log.warn(`The condition of the policy ${id} cannot be read for ${type}: ${error.message}`);
      return ALWAYS;
    }
  }

  #typesOf(patterns: readonly string[]): string[] {
    return [...allResources().keys()].filter(
      (type) => patterns.some((pattern) => coversType(pattern, type)) && this.#hasFields(type),
    );
  }

  #hasFields(type: string): boolean {
    return Object.keys(this.lists.shownFieldsOf(type)).length > 0;
  }

  #read(when: object, type: string, path: string): void {
    try {
      readChangeCondition(when, this.lists.shownFieldsOf(type), path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const details: Detail[] = error.details ?? [];
      throw invalid(details.map((detail) => ({ ...detail, message: `${detail.message} (${type})` })));
    }
  }
}
