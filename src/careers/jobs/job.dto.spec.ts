import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { invalid } from '../../platform/errors/api-error.js';
import { read } from '../../platform/fields/reader.js';
import { problemsOf } from './application-form.js';
import { CreateJob } from './job.dto.js';

const fields = (...list: unknown[]) => ({ application_form: { fields: list } });
const at = 'application_form.fields';

describe('a new job', () => {
  it.each([
    ['no form', { application_form: 'name' }, ['application_form invalid_type']],
    ['a field without a name', fields({}), [`${at}[0].name required`]],
    ['a field that is none', fields('name'), [`${at}[0] invalid_type`]],
    ['a name of 51 characters', fields({ name: 'x'.repeat(51) }), [`${at}[0].name too_long`]],
    ['two fields of one name', fields({ name: 'a' }, { name: 'b' }, { name: ' a' }), [`${at}[2].name duplicate`]],
    ['an unknown type', fields({ name: 'a', type: 'colour' }), [`${at}[0].type invalid_value`]],
    ['nothing to select', fields({ name: 'a', type: 'select' }), [`${at}[0].options required`]],
    ['nothing to select of', fields({ name: 'a', type: 'multi_select', options: [] }), [`${at}[0].options required`]],
    [
      'options that repeat',
      fields({ name: 'a', type: 'select', options: ['x', 'x'] }),
      [`${at}[0].options[1] duplicate`],
    ],
    ['options of a text', fields({ name: 'a', options: ['x'] }), [`${at}[0].options invalid_value`]],
    ['a required that is none', fields({ name: 'a', required: 'yes' }), [`${at}[0].required invalid_type`]],
    [
      'a file in the place of the answers',
      fields({ name: 'application', type: 'file' }),
      [`${at}[0].name invalid_value`],
    ],
    ['51 fields', fields(...Array.from({ length: 51 }, (_, n) => ({ name: `f${n}` }))), [`${at} too_many`]],
    ['an unknown kind of employment', { employment_type: 'hobby' }, ['employment_type invalid_value']],
    ['a long description', { description: 'x'.repeat(10_001) }, ['description too_long']],
    ['a pipeline that is none', { pipeline_id: 'main' }, ['pipeline_id invalid_format']],
    ['51 tags', { tags: Array.from({ length: 51 }, (_, n) => `t${n}`) }, ['tags too_many']],
  ])('has not %s', async (_, input, problems) => {
    const checked = () => {
      const flaws = problemsOf(read(CreateJob, { title: 'Engineer', ...input }).application_form);
      if (flaws.length) throw invalid(flaws);
    };
    expect(await faultsOf(checked)).toEqual(problems);
  });
});
