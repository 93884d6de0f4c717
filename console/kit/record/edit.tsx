import type { ComponentType } from 'react';
import { useReadAny } from '../api.js';
import { Dialog } from '../dialog.js';
import { prefixOf, useResources } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { SchemaDialog } from '../schema/form.js';
import type { InputProps } from '../schema/input.js';
import { Failed } from '../states.js';
import { nounOf, withCapital } from './nouns.js';
import { t } from '../language.js';

interface EditDialogProps {
  /** The route of the record. */
  path: string;
  names: Record<string, string>;
  record: Values;
  /** The heading of the record: `Task`. */
  list: string;
  /** Where its ETag comes from, if it has one. */
  read?: string;
  without?: readonly string[];
  inputs?: Record<string, ComponentType<InputProps>>;
  close: () => void;
}

/** The form with the fields of a record. */
export function EditDialog({ path, names, record, list, ...form }: EditDialogProps) {
  const noun = nounOf(list);
  return (
    <SchemaDialog
      {...form}
      title={t('Edit {noun}', { noun })}
      of={{ method: 'patch', path, names }}
      record={record}
      button={t('Save')}
      done={t('{noun} saved.', { noun: withCapital(noun) })}
    />
  );
}

interface EditRecordProps extends Pick<EditDialogProps, 'path' | 'without' | 'inputs' | 'close'> {
  id: string;
}

/** The same for a record of a list, whose rows do not have all fields. */
export function EditRecord({ path, id, ...form }: EditRecordProps) {
  const names = { id };
  const record = useReadAny(path, { path: names });
  const list = useResources()?.shows.get(prefixOf(id) ?? '')?.title;
  if (record.error)
    return (
      <Dialog onClose={form.close} title={t('Edit')}>
        <Failed error={record.error} again={() => void record.refetch()} />
      </Dialog>
    );
  if (!record.data || !list) return null;
  return <EditDialog {...form} path={path} names={names} read={path} record={record.data as Values} list={list} />;
}
