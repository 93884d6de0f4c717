import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  Dialog,
  Form,
  isoOf,
  pickOf,
  PickOne,
  type Shown,
  suite,
  typeChoice,
  useCatalogue,
  useMay,
} from '../../kit/index.js';

import { WHERE_ID } from './filters.js';
import { inContext, t } from '../../kit/language.js';

/** As the API calls them, in words. */
export const FORMATS = {
  csv: t('CSV, for spreadsheets'),
  json: t('JSON, one array'),
  jsonl: t('JSON, an entry a line'),
};

interface MakeProps {
  /** The filters of the page: what people look at is what they mean, mostly. */
  of: Record<string, string>;
  close: () => void;
}

/** Starts an export of what the filters let through. */
export function MakeExport({ of: chosen, close }: MakeProps) {
  const { from = '', to = '', action = '', resource_type = '', resource_id = '' } = chosen;
  const { actor_id = '', client_id = '', outcome = '' } = chosen;
  const left = ['q', 'ip_address'].filter((name) => name in chosen);
  const navigate = useNavigate();
  const known = useCatalogue();
  const may = useMay();
  return (
    <Dialog onClose={close} title={t('Export the audit trail')} size="lg">
      <Form
        initial={{
          format: 'csv',
          gzip: false,
          from,
          to,
          action,
          resource_type,
          resource_id,
          actor_id,
          client_id,
          outcome,
        }}
        submit={({ format, gzip, ...filters }) => {
          const given = { ...filters, from: isoOf(filters.from), to: isoOf(filters.to) };
          const body = {
            format,
            gzip,
            filters: Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
          };
          return suite.post('/v1/guard/audit-logs/export', { body: body as Shown<'CreateExport'> });
        }}
        after={({ job_id }) => {
          close();
          void navigate({ to: '/audit-trail/exports/$id', params: { id: job_id } });
        }}
        button={inContext('verb', 'Export')}
        cancel={close}
      >
        {(field) => (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                label={t('Format')}
                data={Object.entries(FORMATS).map(([value, label]) => ({ value, label }))}
                data-autofocus
                {...field('format')}
              />
              <NativeSelect
                label={t('Outcome')}
                data={[
                  { value: '', label: t('Any') },
                  { value: 'success', label: t('Success') },
                  { value: 'failure', label: t('Failure') },
                  { value: 'denied', label: t('Denied') },
                ]}
                {...field('outcome')}
              />
              <TextInput label={t('From')} type="datetime-local" {...field('from')} error={problem(field, 'from')} />
              <TextInput label={t('Until')} type="datetime-local" {...field('to')} error={problem(field, 'to')} />
              <PickOne of="usr" others label={t('By')} placeholder={t('Anybody')} {...field('actor_id')} />
              <TextInput label={t('Action')} placeholder="office.document.*" {...field('action')} />
              <NativeSelect
                label={t('Type of record')}
                data={[{ value: '', label: t('Any') }, ...(known?.types.map(typeChoice) ?? [])]}
                {...field('resource_type')}
              />
              <RecordInput of={pickOf(field.values.resource_type, may)} {...field('resource_id')} />
              <PickOne of="cli" others label={t('With the app')} placeholder={t('Any')} {...field('client_id')} />
            </SimpleGrid>
            <Checkbox label={t('Compress the file (gzip)')} {...field.checked('gzip')} />
            {left.length > 0 && (
              <p className="soft">
                {t('Exports have no filter for {what}.', {
                  what: left.includes('q') ? t('what you find by text') : t('an address'),
                })}
              </p>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

interface RecordInputProps {
  of: string | undefined;
  value: string;
  onChange: (change: any) => void;
  error?: string;
}

const RecordInput = ({ of, ...field }: RecordInputProps) =>
  of ? (
    <PickOne of={of} others label={t('Record')} placeholder={t('Any')} {...field} />
  ) : (
    <TextInput label={t('Record')} description={WHERE_ID} {...field} />
  );

/** The server names filters as parts of `filters`. */
const problem = (field: { at(path: string): string | undefined }, name: string) => field.at(`filters.${name}`);
