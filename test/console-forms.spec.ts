import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodyOf, type Contract } from '../console/kit/contract.js';
import { HELP, LABELS, listOf } from '../console/kit/schema/words.js';
import { inPlainWords } from '../console/kit/messages.js';
import {
  bodyOfChange,
  bodyOfNew,
  durationInWords,
  fieldsOf,
  type FormField,
  secondsOf,
  valuesOf,
} from '../console/kit/schema/fields.js';

const contract: Contract = JSON.parse(readFileSync('openapi.json', 'utf8'));
const formOf = (method: 'post' | 'patch', path: string) =>
  fieldsOf(contract, bodyOf(contract, contract.paths[path]![method])!, listOf(path));
const named = (fields: FormField[], name: string) => fields.find((field) => field.name === name)!;

const DEALS = '/v1/sales/deals';

describe('the fields of a form', () => {
  it('follow from types, formats and limits of the contract', () => {
    const kinds = Object.fromEntries(formOf('post', DEALS).map(({ name, kind }) => [name, kind]));
    expect(kinds).toMatchObject({
      title: 'text',
      value: 'number',
      contact_ids: 'many',
      owner_id: 'one',
      expected_close_date: 'date',
      tags: 'words',
    });
    expect(named(formOf('post', '/v1/careers/jobs'), 'employment_type')).toMatchObject({ kind: 'choice' });
    expect(named(formOf('post', '/v1/careers/jobs'), 'description').kind).toBe('long');
    expect(named(formOf('post', '/v1/project/time-entries'), 'duration_seconds').kind).toBe('duration');
    expect(named(formOf('post', '/v1/sales/deals/{id}/activities'), 'occurred_at').kind).toBe('time');
    expect(named(formOf('post', '/v1/sales/contacts'), 'custom_fields').kind).toBe('pairs');
  });

  it('have the names and the help that people need, and none that the label says already', () => {
    const fields = formOf('post', DEALS);
    expect(named(fields, 'contact_ids')).toMatchObject({ label: 'Contacts', prefix: 'cnt' });
    expect(named(fields, 'title')).toMatchObject({ label: 'Title', required: true, help: '' });
    expect(named(fields, 'tags').help).toBe('');
    expect(named(fields, 'external_id')).toMatchObject({ label: 'Number in another system' });
    expect(named(fields, 'owner_id').help).toBe('');
    expect(named(fields, 'contact_ids').help).toBe('');
    const notified = named(formOf('post', '/v1/careers/applications/{id}/disqualify'), 'notify_candidate');
    expect(notified).toMatchObject({ standard: 'false', kind: 'boolean' });
  });

  it('have no text of the API, in no form', () => {
    const every = (fields: FormField[]): FormField[] => fields.flatMap((field) => [field, ...every(field.fields)]);
    for (const [path, methods] of Object.entries(contract.paths))
      for (const operation of Object.values(methods)) {
        const schema = path.includes('/scim/') ? null : bodyOf(contract, operation);
        if (!schema) continue;
        const descriptions = new Set(Object.values(schema.properties ?? {}).map(({ description }) => description));
        for (const { help, label } of every(fieldsOf(contract, schema, listOf(path)))) {
          expect(help === '' || !descriptions.has(help), `${path}: ${help}`).toBe(true);
          expect(`${label}. ${help}`, path).not.toMatch(/\/v1\/|`|_|\bHTML\b|\bnull\b/);
        }
      }
  });

  it('are words for fields that there are', () => {
    const known = new Set<string>();
    const learn = (fields: FormField[], within: string) => {
      for (const { name, fields: parts } of fields) {
        known.add(name).add(`${within}.${name}`);
        learn(parts, name);
      }
    };
    for (const [path, methods] of Object.entries(contract.paths))
      for (const operation of Object.values(methods)) {
        const schema = bodyOf(contract, operation);
        if (schema) learn(fieldsOf(contract, schema, listOf(path)), listOf(path));
      }
    expect([...Object.keys(LABELS), ...Object.keys(HELP)].filter((key) => !known.has(key))).toEqual([]);
  });

  it('hold the fields of parts and of each row', () => {
    const stages = named(formOf('post', '/v1/sales/pipelines'), 'stages');
    expect(stages).toMatchObject({ kind: 'rows' });
    expect(stages.fields.map(({ name }) => name)).toEqual(['name', 'probability', 'order']);
    const candidate = named(formOf('post', '/v1/careers/jobs/{job_id}/applications'), 'candidate');
    expect(candidate).toMatchObject({ kind: 'group', required: true });
  });

  it('are there for every request of the contract that takes JSON', () => {
    for (const [path, methods] of Object.entries(contract.paths))
      for (const operation of Object.values(methods)) {
        const schema = path.includes('/scim/') ? null : bodyOf(contract, operation);
        if (schema) expect(() => valuesOf(fieldsOf(contract, schema, listOf(path))), path).not.toThrow();
      }
  });
});

describe('the body of a form', () => {
  const fields = formOf('post', DEALS);

  it('makes a record of what was filled in', () => {
    const values = { ...valuesOf(fields), title: 'Gauges', value: '12.5', tags: ['big'] };
    expect(bodyOfNew(fields, values)).toEqual({ title: 'Gauges', value: 12.5, tags: ['big'] });
  });

  it('sends what is no number as it was typed, so that the API says what is wrong', () => {
    expect(bodyOfNew(fields, { ...valuesOf(fields), value: 'much' })).toEqual({ value: 'much' });
  });

  it('leaves parts of the contract alone that nobody touched', () => {
    const job = formOf('post', '/v1/careers/jobs');
    expect(bodyOfNew(job, { ...valuesOf(job), title: 'Engineer' })).toEqual({ title: 'Engineer' });
    const silent = { ...valuesOf(job), title: 'Engineer', confirmation_mail: false };
    expect(bodyOfNew(job, silent)).toEqual({ title: 'Engineer', confirmation_mail: false });
  });

  it('changes only what differs, and empties with null where the API takes it', () => {
    const change = formOf('patch', '/v1/sales/deals/{id}');
    const before = valuesOf(change, { title: 'A', value: 5, owner_id: 'usr_1', tags: [] });
    expect(bodyOfChange(change, { ...before, title: 'B', owner_id: '' }, before)).toEqual({
      title: 'B',
      owner_id: null,
    });
    expect(bodyOfChange(change, { ...before, title: '' }, before)).toEqual({ title: '' });
    expect(bodyOfChange(change, before, before)).toEqual({});
  });

  it('keeps the types of custom fields, and removes those that are gone', () => {
    const contact = formOf('patch', '/v1/sales/contacts/{id}');
    const before = valuesOf(contact, { custom_fields: { size: 5, vip: true, likes: ['tea'], zip: '01' } });
    const [size, vip, likes] = before.custom_fields;
    const now = [{ ...size, value: '7' }, vip, { ...likes, value: 'tea, coffee' }, { name: 'new', value: '12' }];
    expect(bodyOfChange(contact, { ...before, custom_fields: now }, before)).toEqual({
      custom_fields: { size: 7, vip: true, likes: ['tea', 'coffee'], new: '12', zip: null },
    });
  });
});

it.each([
  ['1:30', 5400],
  ['1h 30m', 5400],
  ['1.5h', 5400],
  ['1,5 h', 5400],
  ['90', 5400],
  ['90m', 5400],
  ['soon', null],
  ['', null],
])('takes “%s” as %s seconds', (typed, seconds) => {
  expect(secondsOf(typed)).toBe(seconds);
});

it('says a duration in hours and minutes', () => {
  expect([5400, 3600, 1500, 20].map(durationInWords)).toEqual(['1h 30m', '1h', '25m', '0m']);
});

it.each([
  ['title', 'title is required.', 'Title is required.'],
  [
    'condition.actions[0]',
    'condition.actions[0] is not the name of an action.',
    'Action 1 is not the name of an action.',
  ],
  ['stages[1].name', 'stages[1].name is required.', 'Name is required.'],
  ['email', 'A contact must have a name or an e-mail address.', 'A contact must have a name or an e-mail address.'],
])('says in plain words what is wrong with %s', (field, message, words) => {
  expect(inPlainWords({ field, message })).toBe(words);
});
