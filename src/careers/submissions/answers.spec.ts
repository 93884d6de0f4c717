import { expect, it } from 'vitest';
import { read } from '../../platform/fields/reader.js';
import { ApplicationForm } from '../jobs/application-form.js';
import { problemsOf } from './answers.js';

it.each([
  ['text', ['x', '<script>alert(1)</script>', 'é'.repeat(255)], ['x'.repeat(256)]],
  ['long_text', ['a\nb', 'x'.repeat(10_000)], ['x'.repeat(10_001)]],
  ['email', ['ada@example.com'], ['ada', 'ada@', '<b>@example.com']],
  ['phone', ['+44 (20) 7946-0000', '12345'], ['call me', '+', '1'.repeat(33)]],
  ['number', ['7', '-2.5', '0'], ['seven', '1e9', '1,5', '.5', 'NaN', 'Infinity']],
  ['boolean', ['true', 'false'], ['yes', '1', 'TRUE']],
  ['date', ['2026-02-28'], ['2026-02-30', '28.02.2026', '2026-02-28T00:00:00Z']],
  [
    'url',
    ['https://example.com/ä?x=1', 'HTTP://example.com'],
    ['example.com', 'javascript:alert(1)', 'ftp://example.com', 'http://'],
  ],
  ['select', ['web'], ['Web', 'web,data']],
  ['multi_select', ['data'], ['sales']],
])('an answer of type %s is checked', (type, good, bad) => {
  const options = type.endsWith('select') ? ['web', 'data'] : [];
  const form = read(ApplicationForm, { fields: [{ name: 'q', type, options, required: true }] });
  const problems = (value: string) => problemsOf(form, [{ field: 'q', value }], new Set()).map(({ field }) => field);
  for (const value of good) expect([value, problems(value)]).toEqual([value, []]);
  for (const value of bad) expect([value, problems(value)]).toEqual([value, ['answers[0].value']]);
});
