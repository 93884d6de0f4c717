import { NativeSelect } from '@mantine/core';
import { Form, Long, Problem, SuiteError, worded } from '../../kit/index.js';
import type { StepProps } from './draft.js';
import {
  customFieldOf,
  fieldTitle,
  type Kind,
  type Mapping,
  missingFields,
  repeatedFields,
  suggested,
} from './fields.js';
import styles from './imports.module.css';
import { MatchBy } from './match-by.js';
import { Step } from './step.js';
import { t } from '../../kit/language.js';

/** The columns of a CSV that no preset reads, with a field for each. */
export function MatchColumns({ draft, formats: { kinds }, check, go }: StepProps) {
  const { columns } = draft;
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name);
  return (
    <Step title={t('Match columns')} about={t('Choose what the rows are, and a field for each column.')}>
      <Form
        initial={{ kind: draft.kind, mapping: draft.mapping, match_by: draft.match_by }}
        needs={{ kind: 'Choose what the rows are.' }}
        submit={async ({ kind, mapping, match_by }) => {
          const problems = problemsOf(kindOf(kind)!, mapping);
          if (problems.length)
            throw new SuiteError(t('Some columns need another field.'), 400, 'VALIDATION_ERROR', '', problems, null);
          const chosen = match_by.filter((field) => matchable(kindOf(kind)!, mapping).includes(field));
          await check({ ...draft, kind, mapping, match_by: chosen, people: {} });
        }}
        after={() => go('people')}
        button={t('Check the files')}
        cancel={() => go('files')}
      >
        {(field) => {
          const { kind: name, mapping, match_by } = field.values;
          const kind = kindOf(name);
          const missing = kind ? missingFields(kind, mapping) : [];
          const repeated = repeatedFields(mapping);
          const said = field.problems.filter(({ field: at }) => at.startsWith('mapping'));
          return (
            <>
              <NativeSelect
                label={t('What are the rows?')}
                data={[
                  { value: '', label: t('Choose') },
                  ...kinds.map(({ name, preset }) => ({ value: name, label: worded(preset) })),
                ]}
                {...field('kind')}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = kindOf(value);
                  field.replace({ kind: value, mapping: chosen ? suggested(chosen, columns) : {}, match_by: [] });
                }}
              />
              {kind &&
                columns.map(({ name: column, samples }) => (
                  <div key={column} className={styles.pair}>
                    <span>
                      <strong>{column}</strong>
                      <br />
                      <span className="soft">
                        <Long text={samples.join(' · ') || 'empty'} short />
                      </span>
                    </span>
                    <NativeSelect
                      aria-label={t('Field for {column}', { column })}
                      value={mapping[column] ?? ''}
                      error={
                        repeated.has(column) &&
                        t('“{get}” has this field too. Choose another one, or leave the column out.', {
                          get: repeated.get(column),
                        })
                      }
                      onChange={({ currentTarget: { value } }) =>
                        field.set('mapping', { ...mapping, [column]: value || null })
                      }
                      data={choicesFor(kind, column)}
                    />
                  </div>
                ))}
              {kind && (
                <p role="status" className={missing.length ? styles.missing : 'soft'}>
                  {missing.length
                    ? t('Still missing: {missing}.', { missing: missing.join(', ') })
                    : t('All fields that a record needs have a column.')}
                </p>
              )}
              {kind && (
                <MatchBy
                  of={matchable(kind, mapping)}
                  value={match_by}
                  onChange={(fields) => field.set('match_by', fields)}
                />
              )}
              {said.length > 0 && <Problem error={new Error(said.map(({ message }) => message).join(' '))} />}
            </>
          );
        }}
      </Form>
    </Step>
  );
}

/** The fields for `match_by` that a column has. */
const matchable = ({ match_by }: Kind, mapping: Mapping): string[] =>
  match_by.filter((field) => Object.values(mapping).includes(field));

function choicesFor(kind: Kind, column: string) {
  const custom = customFieldOf(kind, column);
  return [
    { value: '', label: t('Leave out') },
    ...kind.fields.map(({ name }) => ({ value: name, label: fieldTitle(name) })),
    ...(custom ? [{ value: custom, label: fieldTitle(custom) }] : []),
  ];
}

/** Why the columns cannot be sent, as the server says it of a field. */
function problemsOf(kind: Kind, mapping: Record<string, string | null>) {
  const missing = missingFields(kind, mapping);
  const repeated = repeatedFields(mapping);
  const isEmpty = Object.values(mapping).every((field) => field === null);
  const of = (message: string) => ({ field: 'mapping', code: 'required', message });
  return [
    ...(missing.length ? [of(t('Choose a column for {missing}.', { missing: missing.join(', ') }))] : []),
    ...(isEmpty && !missing.length ? [of(t('Choose a field for at least one column.'))] : []),
    ...[...repeated].map(([column, earlier]) =>
      of(
        t('Two columns go to {field}: {earlier}, {column}.', {
          field: fieldTitle(mapping[column]!),
          earlier,
          column,
        }),
      ),
    ),
  ];
}
