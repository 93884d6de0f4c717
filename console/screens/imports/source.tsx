import { Button, FileInput, Group, NativeSelect, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { Form, SuiteError } from '../../kit/index.js';
import { columnsOf } from './csv.js';
import { type Draft, isByHand, type StepName, type StepProps } from './draft.js';
import { suggested } from './fields.js';
import { Step } from './step.js';
import { CSV, type Formats, systemsOf } from './systems.js';
import { t } from '../../kit/language.js';

export function System({ draft: { system }, formats, kind, set, go }: StepProps & { kind: string | undefined }) {
  return (
    <Step title={t('Where do the files come from?')}>
      <Radio.Group value={system} onChange={(value) => set({ system: value })} aria-label={t('System')}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {systemsOf(formats, kind).map(({ id, title, about }) => (
            <Radio key={id} value={id} label={title} description={about} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Group justify="flex-end">
        <Button onClick={() => go('files')}>{t('Next')}</Button>
      </Group>
    </Step>
  );
}

export function Files({ draft, formats, set, check, go }: StepProps) {
  const { title, about } = systemsOf(formats).find(({ id }) => id === draft.system)!;
  const byHand = isByHand(draft);
  const match = async (changed: Draft): Promise<StepName> => {
    set(await matched(changed, formats));
    return 'match';
  };
  return (
    <Step title={t('Which files?')} about={`${title}: ${about}`}>
      <Form
        initial={{ file: draft.files, time_zone: draft.time_zone, date_order: draft.date_order }}
        needs={{ file: t('Choose a file.') }}
        submit={async ({ file: files, ...options }): Promise<StepName> => {
          const changed = { ...draft, ...options, files, mapping: {}, match_by: [], people: {} };
          if (byHand) return match(changed);
          try {
            await check(changed);
            return 'people';
          } catch (error) {
            if (!isUnknown(error)) throw error;
            if (files.length === 1) return match(changed);
            throw new Error(t('One of the files is of no known system. Import each other CSV by itself.'), {
              cause: error,
            });
          }
        }}
        after={go}
        button={byHand ? t('Next') : t('Check the files')}
        cancel={() => go('system')}
      >
        {(field) => (
          <>
            <FileInput
              label={t('Files')}
              description={
                byHand
                  ? t('Several at once have the same kind of rows.')
                  : t('Several at once, in any order: relations across files are found by their ids.')
              }
              placeholder={t('Choose files')}
              multiple
              clearable
              {...field('file')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label={t('Time zone of times without one')} {...field('time_zone')} />
              <NativeSelect
                label={t('Dates such as 04/05/2026')}
                data={[
                  { value: '', label: t('As other dates of the file show it') },
                  { value: 'day_first', label: t('Day first: 4 May') },
                  { value: 'month_first', label: t('Month first: April 5') },
                ]}
                {...field('date_order')}
              />
            </SimpleGrid>
          </>
        )}
      </Form>
    </Step>
  );
}

/** Whether no preset reads a file. */
const isUnknown = (error: unknown): boolean =>
  error instanceof SuiteError && error.details.some(({ field, code }) => field === 'preset' && code === 'required');

/** The same as a CSV whose columns people match. */
async function matched(draft: Draft, { kinds }: Formats): Promise<Draft> {
  const columns = await columnsOf(draft.files);
  if (!columns.length)
    throw new Error(t('This file cannot be read: it is not a CSV file with the names of its columns.'));
  const kind = kinds.find(({ name }) => name === draft.kind);
  return { ...draft, system: CSV, columns, mapping: kind ? suggested(kind, columns) : {} };
}
