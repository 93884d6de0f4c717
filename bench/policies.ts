import { type Denial, Denials } from '../src/platform/security/denials.js';
import { Restrictions } from '../src/platform/security/restrictions.js';
import type { AccessKind } from '../src/platform/security/policy-matcher.js';

const CALLS = 200_000;
const ROUNDS = 7;

const PRINCIPALS = [
  'any',
  'user:usr_1',
  ...Array.from({ length: 10 }, (_, n) => `group:grp_${n}`),
  'role:office:editor',
];
const TAGS = Array.from({ length: 10 }, (_, n) => `t${n}`);
const document = { type: 'office.document', app: 'office' as const, noun: 'document' };

const denial = (n: number, facts: Partial<Denial>): Denial => ({
  id: `pol_${n}`,
  principals: [{ type: 'user', id: `usr_other_${n}` }],
  resources: [{ type: 'office.document' }],
  actions: ['office:read'],
  ...facts,
});
const thousand = (facts: (n: number) => Partial<Denial>) =>
  Array.from({ length: 1_000 }, (_, n) => denial(n, facts(n)));

const policies: Record<string, Denial[]> = {
  none: [],
  '1000, each of another user': thousand(() => ({})),
  '1000, each of another record': thousand((n) => ({
    principals: [{ type: 'any' }],
    resources: [{ type: 'office.*', id: `doc_${n}` }],
  })),
  '1000, each of another tag': thousand((n) => ({
    principals: [{ type: 'any' }],
    resources: [{ type: 'office.*', tag: `x${n}` }],
  })),
  '1000, each of 100 users and 100 records': thousand((n) => ({
    principals: Array.from({ length: 100 }, (_, m) => ({ type: 'user', id: `usr_other_${n}_${m}` })),
    resources: Array.from({ length: 100 }, (_, m) => ({ type: 'office.document', id: `doc_${n}_${m}` })),
  })),
  '1000, all of the same record': thousand(() => ({ resources: [{ type: 'office.document', id: 'doc_asked' }] })),
};

/** Measures a decision for a caller with ten groups and a record with ten tags, and the first decision after a change. */
export function decisions(): string[][] {
  const rows = Object.entries(policies).map(([name, denials]) => {
    const ask = (compiled: Denials) => {
      // A workspace without policies has none on its requests.
      const restrictions = compiled.empty ? null : new Restrictions(compiled, PRINCIPALS);
      for (const each of ['read', 'write'] satisfies AccessKind[])
        restrictions?.refuse(document, each, { id: 'doc_asked', tags: TAGS });
    };
    const first = time(() => ask(new Denials(denials)));
    const compiled = new Denials(denials);
    const rounds = Array.from({ length: ROUNDS }, () =>
      time(() => {
        for (let call = 0; call < CALLS; call++) ask(compiled);
      }),
    );
    const each = rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]! / CALLS / 2;
    return [name, (each * 1000).toFixed(2), first.toFixed(2)];
  });
  return [['active policies that deny', 'a decision, µs', 'the first one, ms'], ...rows];
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
