import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askedFieldsOf } from '../console/kit/asked-fields.js';
import { summaryOf } from '../console/kit/summary.js';
import { type Change, concerns, idOf, partsOf } from '../console/kit/concerns.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const contract = summaryOf(document);
const about = (event: Change, path: string, names: object | string = {}) => concerns(contract, event, [path, names]);

/** An event of each type, as the documentation of the API shows it. */
const events: Change[] = Object.entries<any>(document.webhooks).map(([type, { post }]) => ({
  type,
  payload: post.requestBody.content['application/json'].example.payload,
}));
const task: Change = {
  type: 'project.task.updated',
  payload: { task_id: 'task_1', project_id: 'prj_1', title: 'Build', changed: ['status'] },
};

describe('an event concerns', () => {
  it.each(events.filter((event) => idOf(event)))('$type: every list of its records, and the record itself', (event) => {
    const { resource } = partsOf(event.type);
    const own = Object.keys(contract.resources).filter((path) => contract.resources[path] === resource);
    for (const path of own) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, idOf(event)]);
      expect([path, about(event, path, Object.fromEntries(names))]).toEqual([path, true]);
    }
  });

  it.each([
    ['/v1/project/tasks/{id}', { id: 'task_1' }],
    ['/v1/project/tasks/{id}/comments', { id: 'task_1' }],
    ['/v1/project/projects/{project_id}/tasks', { project_id: 'prj_1' }],
    ['/v1/project/projects/{id}', { id: 'prj_1' }],
    ['/v1/project/projects/{project_id}/time-report', { project_id: 'prj_1' }],
    ['/v1/project/projects', {}],
    ['/v1/changes/{id}', { id: 'task_1' }],
    ['/v1/events', {}],
    ['/v1/guard/audit-logs', {}],
  ])('a task and what is above it: %s %j', (path, names) => {
    expect(about(task, path, names)).toBe(true);
  });

  it('the name of a user, which is read by the id alone', () => {
    const renamed = { type: 'access.user.updated', payload: { user_id: 'usr_1', changed: ['display_name'] } };
    expect(about(renamed, '/v1/access/people', 'usr_1')).toBe(true);
    expect(about(renamed, '/v1/access/people', 'usr_2')).toBe(false);
  });
});

it.each([
  ['/v1/project/tasks/{id}', { id: 'task_2' }],
  ['/v1/project/projects/{project_id}/tasks', { project_id: 'prj_2' }],
  ['/v1/project/templates', {}],
  ['/v1/sales/deals', {}],
  ['/v1/access/people', 'task_1'],
  ['/v1/webhooks', {}],
  ['/v1/operations/queues', {}],
  ['/health/ready', {}],
  ['/openapi.json', {}],
])('An event does not concern what is read elsewhere: %s %j', (path, names) => {
  expect(about(task, path, names)).toBe(false);
});

it('The contract says which lists find words', () => {
  expect(contract.searchable).toEqual(
    expect.arrayContaining(['/v1/sales/deals', '/v1/access/api-keys', '/v1/webhooks']),
  );
  expect(contract.searchable).not.toContain('/v1/guard/alerts');
});

it('The contract says by which fields a list is filtered, and how', () => {
  expect(askedFieldsOf(document)['/v1/sales/deals']).toMatchObject({
    status: { kind: 'choice', values: ['open', 'won', 'lost', 'archived'] },
    value: { kind: 'number' },
    expected_close_date: { kind: 'date' },
    created_at: { kind: 'time' },
    owner_id: { kind: 'text', of: 'usr' },
    contact_ids: { kind: 'list', of: 'cnt' },
    tags: { kind: 'list' },
  });
});
