import { describe, expect, it } from 'vitest';
import { type Denial, Denials } from './denials.js';
import { actionOf, ACCESS_KINDS, type PolicyRules, type Question, unmatched } from './policy-matcher.js';

const PRINCIPALS = [{ type: 'any' }, { type: 'user', id: 'usr_1' }, { type: 'role', id: 'office:editor' }];
const RESOURCES = ['office.document', 'office.*', 'sales.deal', 'webhooks.webhook'].flatMap((type) => [
  { type },
  { type, id: 'doc_1' },
  { type, tag: 'secret' },
]);
const ACTIONS = ['*', 'office:*', 'office:read', 'office:write', 'sales:read'];

const CALLERS = [['any'], ['any', 'user:usr_1'], ['any', 'user:usr_2', 'role:office:editor'], []];
const TYPES = ['office.document', 'office.file', 'sales.deal', 'webhooks.webhook'];
const RECORDS = [
  undefined,
  { id: 'doc_1' },
  { id: 'doc_2', tags: ['open', 'secret'] },
  { id: 'doc_2', tags: ['open'] },
];

const questions = CALLERS.flatMap((principals) =>
  TYPES.flatMap((type) => RECORDS.flatMap((record) => ACCESS_KINDS.map((ask) => ({ principals, type, record, ask })))),
);

const rules: Denial[] = PRINCIPALS.flatMap((principal) =>
  RESOURCES.flatMap((resource) =>
    ACTIONS.map((action, index) => ({
      id: `pol_${JSON.stringify([principal, resource, index])}`,
      principals: [principal],
      resources: [resource],
      actions: [action],
    })),
  ),
);

/** Policies of several principals, resources and actions, the same in each run. */
const combined: Denial[] = rules.map((rule, index) => {
  const [second, third] = [rules[(index * 7 + 3) % rules.length]!, rules[(index * 31 + 11) % rules.length]!];
  return {
    id: `pol_${index}`,
    principals: [...rule.principals, ...third.principals],
    resources: [...second.resources, ...rule.resources],
    actions: [...third.actions, ...second.actions],
  };
});

const matches = (policy: PolicyRules, { ask, ...question }: (typeof questions)[number]) =>
  unmatched(policy, { ...question, action: actionOf(question.type, ask) } satisfies Question).length === 0;

/** What enforcement and simulation answer is what evaluation says of each policy. */
describe('Denials', () => {
  const sets = [
    ...rules.map((rule) => [rule]),
    ...combined.map((policy, index) => [policy, rules[(index * 13) % rules.length]!]),
    ...Array.from({ length: 40 }, (_, index) => combined.filter((_policy, place) => place % 40 === index)),
  ];

  it('deny just where one of the policies matches', () => {
    let [denied, passed] = [0, 0];
    for (const policies of sets) {
      const denials = new Denials(policies);
      for (const question of questions) {
        const matching = policies.filter((policy) => matches(policy, question)).map(({ id }) => id);
        const found = denials.find(question.principals, question.type, question.ask, question.record);
        if (matching.length ? !matching.includes(found!) : found !== undefined)
          expect.fail(`${JSON.stringify(policies)} of ${JSON.stringify(question)}: ${found}, not ${matching}`);
        if (found) denied++;
        else passed++;
      }
    }
    expect(Math.min(denied, passed)).toBeGreaterThan(10_000);
  });
});

describe('Unmatched parts', () => {
  const policy = {
    principals: [{ type: 'group', id: 'grp_1' }],
    resources: [{ type: 'office.*', tag: 'secret' }],
    actions: ['office:*'],
  };
  const principals = ['any', 'group:grp_1'];
  it.each([
    [{ principals, type: 'office.file', record: { id: 'fil_1', tags: ['secret'] }, action: 'office:read' }, []],
    [{ principals, type: 'office.file', record: { id: 'fil_1', tags: [] }, action: 'office:read' }, ['resource']],
    [{ principals, type: 'office.file', record: null, action: 'office:read' }, ['resource']],
    [{ principals: ['any'], type: 'sales.deal', action: 'sales:read' }, ['principal', 'resource', 'action']],
    [{ principals, type: 'officer.file', record: { id: 'x', tags: ['secret'] }, action: 'office:x' }, ['resource']],
  ])('of %j are %j', (question, parts) => {
    expect(unmatched(policy, question)).toEqual(parts);
  });
});
