import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { CreateDocument, DocumentQuery } from './document.dto.js';

describe('a new document', () => {
  it.each([
    ['a title of 256 characters', { title: '😀'.repeat(256) }, 'title too_long'],
    ['an empty title', { title: ' ' }, 'title required'],
    ['no title', { title: undefined }, 'title required'],
    ['null as title', { title: null }, 'title invalid_type'],
    ['content over 5 MB', { content: 'x'.repeat(5 * 2 ** 20 + 1) }, 'content too_large'],
    ['51 tags', { tags: Array.from({ length: 51 }, String) }, 'tags too_many'],
    ['a tag of 51 characters', { tags: ['😀'.repeat(51)] }, 'tags[0] too_long'],
    ['a tag twice', { tags: ['a', ' a'] }, 'tags[1] duplicate'],
    ['an unknown content type', { content_type: 'pdf' }, 'content_type invalid_value'],
    ['an unknown visibility', { permissions: { visibility: 'all' } }, 'permissions.visibility invalid_value'],
    ['a malformed owner', { owner_id: 'nobody' }, 'owner_id invalid_format'],
  ])('has not %s', async (_, fields, problem) => {
    expect(await faultsOf(() => read(CreateDocument, { title: 'Plan', ...fields }))).toEqual([problem]);
  });
});

describe('a list of documents', () => {
  it.each([
    ['limit=0', 'limit out_of_range'],
    ['limit=101', 'limit out_of_range'],
    ['limit=-1', 'limit out_of_range'],
    ['limit=x', 'limit invalid_type'],
    ['limit=1.5', 'limit invalid_type'],
    ['limit=', 'limit invalid_type'],
    ['status=gone', 'status invalid_value'],
    ['owner_id=x', 'owner_id invalid_format'],
    ['include_deleted=1', 'include_deleted invalid_type'],
    ['sort=content:asc', 'sort invalid_value'],
    ['sort=title:up', 'sort invalid_value'],
    ['sort=title,created_at,updated_at,title', 'sort too_many'],
    ['sort=title,title', 'sort duplicate'],
  ])('is not asked for %s', async (query, problem) => {
    expect(await faultsOf(() => read(DocumentQuery, parse(query), { text: true }))).toEqual([problem]);
  });
});
