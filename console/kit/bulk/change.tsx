import { MultiSelect } from '@mantine/core';
import { type ComponentType, useMemo } from 'react';
import { bodyOf, type Contract, follow } from '../contract.js';
import { Dialog } from '../dialog.js';
import { Form } from '../form.js';
import { type Shows, useContract } from '../resources.js';
import { bodyOfNew, fieldsOf, type FormField, type Values, valuesOf } from '../schema/fields.js';
import { Input, type InputProps } from '../schema/input.js';
import { listOf } from '../schema/words.js';
import { change, type Undo } from './requests.js';
import type { Change, Failure } from './run.js';
import type { Several } from './several.js';
import { t } from '../language.js';

interface ChangeProps {
  several: Several;
  shows: Shows;
  records: readonly Values[];
  inputs?: Record<string, ComponentType<InputProps>>;
  after: (done: Values[], failures: Failure[], undo?: Undo) => void;
  close: () => void;
}

/** Inputs of `tags`: those that all records get, and those that they lose. */
const ADD = 'add_tags';
const REMOVE = 'remove_tags';

/** Changes the fields that are filled in, of all of them. */
export function ChangeDialog({ several, shows, records, inputs = {}, after, close }: ChangeProps) {
  const contract = useContract()!;
  const { noun, counted, together } = several;
  const fields = useMemo(() => {
    const all = fieldsOf(contract, schemaOf(contract, several, shows), listOf(shows.path));
    return several.fields.flatMap((name) => all.find((field) => field.name === name) ?? []);
  }, []);
  const plain = fields.filter(({ name }) => name !== 'tags');
  const tags = [...new Set(records.flatMap((record) => (record.tags ?? []) as string[]))].toSorted();
  const at = together ? `${together.updates}.` : '';
  const submit = async (values: Values) => {
    const of: Change = { sets: bodyOfNew(plain, values), add: values[ADD], remove: values[REMOVE] };
    if (!Object.keys(of.sets).length && !of.add?.length && !of.remove?.length) throw new Error(t('Fill in a field.'));
    const found = await change(shows, several, records, of);
    // Refused for all of them: the form is wrong, and says where.
    if (!found.done.length) throw found.failures[0]!.error;
    return found;
  };
  return (
    <Dialog
      onClose={close}
      title={
        records.length === 1 ? t('Edit {noun}', { noun }) : t('Edit {records}', { records: counted(records.length) })
      }
    >
      <div className="stack">
        <p className="soft">{t('Fields that you leave empty stay as they are.')}</p>
        <Form
          initial={{ ...valuesOf(plain), [ADD]: [], [REMOVE]: [] } as Values}
          submit={submit}
          after={({ done, failures, undo }) => {
            close();
            after(done, failures, undo);
          }}
          button={t('Save')}
          cancel={close}
        >
          {(field) => {
            const input = (of: FormField, name: string, path: string) => {
              const Shown = inputs[of.name] ?? Input;
              return (
                <Shown
                  key={name}
                  of={of}
                  value={field.values[name]}
                  onChange={(value) => field.set(name, value)}
                  error={field.within(path)}
                  at={field.at}
                  path={path}
                  values={field.values}
                />
              );
            };
            return fields.map((of) =>
              of.name === 'tags' ? (
                <div key="tags" className="stack">
                  {input({ ...of, label: t('Add tags'), help: '' }, ADD, 'tags')}
                  {tags.length > 0 && <MultiSelect label={t('Remove tags')} data={tags} {...field(REMOVE)} />}
                </div>
              ) : (
                input(of, of.name, at + of.name)
              ),
            );
          }}
        </Form>
      </div>
    </Dialog>
  );
}

/** The schema of the changes. */
function schemaOf(contract: Contract, { together }: Several, { path }: Shows) {
  const { post, patch } = contract.paths[together?.path ?? path]!;
  const body = bodyOf(contract, together ? post : patch)!;
  return together ? follow(contract, body.properties![together.updates]) : body;
}
