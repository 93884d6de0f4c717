import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Calm, Long, PickOne, Problem, Ready, Section, suite, useAction, worded } from '../../kit/index.js';
import { hasOtherPeople, type Import, INVITE, isByHand, type StepName, type StepProps } from './draft.js';
import { fieldTitle } from './fields.js';
import styles from './imports.module.css';
import { MatchBy } from './match-by.js';
import { Counts, isRunning, NotTaken, Problems, Progress, useImport } from './parts.js';
import { Back, Step } from './step.js';
import { inSentence, plural, t } from '../../kit/language.js';

/** The steps that show what the last dry run found. */
export function Checked({ id, step, ...props }: StepProps & { id: string; step: StepName }) {
  return (
    <Ready of={useImport(id)}>
      {(it) => {
        if (isRunning(it))
          return (
            <Section title={t('The files are being checked')}>
              <Progress of={it} />
            </Section>
          );
        if (it.status === 'failed')
          return (
            <>
              <Problem error={new Error(it.error ?? t('The files could not be read.'))} />
              <Back go={() => props.go(isByHand(props.draft) ? 'match' : 'files')} />
            </>
          );
        if (step === 'people') return <People of={it} {...props} />;
        return step === 'columns' ? <Columns of={it} {...props} /> : <Check of={it} {...props} />;
      }}
    </Ready>
  );
}

function People({ of: it, draft, set, check, go }: StepProps & { of: Import }) {
  const { people } = it;
  const byHand = isByHand(draft);
  const [chosen, choose] = useState(draft.people);
  const unknown = people.filter(({ user_id, name }) => user_id === null || name in draft.people);
  const put = (name: string, who: string) =>
    choose(({ [name]: _, ...others }) => (who ? { ...others, [name]: who } : others));
  const again = byHand && hasOtherPeople(chosen, it);
  const next = useAction(() => (again ? check({ ...draft, people: chosen }) : Promise.resolve()), {
    after: () => {
      set({ people: chosen });
      go(byHand ? 'check' : 'columns');
    },
  });
  const inFiles = (count: number) =>
    plural(count, '{count} person of the files is a user here.', '{count} people of the files are users here.');
  return (
    <Step
      title={t('Who is who?')}
      about={`${inFiles(people.length - unknown.length)} ${t('Others are left out unless you say who they are.')}`}
    >
      {unknown.length === 0 && <Calm>{t('Everybody that the files name is a user here')}</Calm>}
      {unknown.map(({ name, count }) => (
        <div key={name} className={styles.pair}>
          <span>
            <strong>{name}</strong> <span className="soft">{plural(count, '{count} time', '{count} times')}</span>
          </span>
          <PickOne
            of="usr"
            aria-label={t('User for {name}', { name })}
            placeholder={t('Nobody')}
            value={chosen[name] === INVITE ? '' : (chosen[name] ?? '')}
            onChange={(who) => put(name, who)}
          />
          {name.includes('@') && (
            <Checkbox
              label={t('Invite them')}
              aria-label={t('Invite {name}', { name })}
              checked={chosen[name] === INVITE}
              onChange={({ currentTarget }) => put(name, currentTarget.checked ? INVITE : '')}
            />
          )}
        </div>
      ))}
      {next.error && <Problem error={next.error} />}
      <Group justify="flex-end">
        <Back go={() => go(byHand ? 'match' : 'files')} />
        <Button loading={next.running} onClick={next.run}>
          {again ? t('Check again') : t('Next')}
        </Button>
      </Group>
    </Step>
  );
}

function Columns({ of: it, draft, formats, check, go }: StepProps & { of: Import }) {
  const [chosen, choose] = useState<Record<string, string | null>>({});
  const [matched, match] = useState(it.match_by);
  const changed = { ...draft, mapping: { ...draft.mapping, ...chosen }, match_by: matched };
  const isMatched = matched.toSorted().join() === it.match_by.toSorted().join();
  const again = Object.keys(chosen).length > 0 || !isMatched || hasOtherPeople(draft.people, it);
  const next = useAction(() => (again ? check(changed) : Promise.resolve()), { after: () => go('check') });
  const columns = [
    ...it.mapping.map((each) => ({ ...each, says: each.example ?? 'empty' })),
    ...it.not_taken.map(({ file, column, reason }) => ({ file, column, field: null, says: reason })),
  ];
  const read = formats.presets.filter(({ id }) => it.files.some(({ preset }) => preset === id));
  const kinds = new Set(read.flatMap((preset) => preset.kinds));
  const matchable = formats.kinds.filter(({ name }) => kinds.has(name)).flatMap(({ match_by }) => match_by);
  const fields = (file: string) => it.files.find(({ name }) => name === file)?.fields ?? [];
  return (
    <Step
      title={t('Which column goes where?')}
      about={t('Columns that no field takes are custom fields where records have them.')}
    >
      {columns.map(({ file, column, field, says }) => (
        <div key={`${file} ${column}`} className={styles.pair}>
          <span>
            <strong>{column}</strong>{' '}
            <span className="soft">
              <Long text={says} short />
            </span>
          </span>
          <NativeSelect
            aria-label={t('Field for {column}', { column })}
            value={(column in chosen ? chosen[column] : field) ?? ''}
            onChange={({ currentTarget }) => choose({ ...chosen, [column]: currentTarget.value || null })}
            data={[
              { value: '', label: t('Not imported') },
              ...[...new Set([...(field ? [field] : []), ...fields(file)])].map((value) => ({
                value,
                label: fieldInWords(value),
              })),
            ]}
          />
        </div>
      ))}
      <MatchBy of={matchable} value={matched} onChange={match} />
      <Preview of={it} />
      {next.error && <Problem error={next.error} />}
      <Group justify="flex-end">
        <Back go={() => go('people')} />
        <Button loading={next.running} onClick={next.run}>
          {again ? t('Check again') : t('Next')}
        </Button>
      </Group>
    </Step>
  );
}

/** `task.custom_fields.story_points` → `Task: story points` */
function fieldInWords(field: string): string {
  const at = field.indexOf('.');
  return `${worded(field.slice(0, at))}: ${inSentence(worded(field.slice(at + 1).replace('custom_fields.', '')))}`;
}

/** Records as they would be. */
const Preview = ({ of: { preview } }: { of: Import }) => (
  <Section title={t('The first records')}>
    {preview.length === 0 && <Calm icon="list">{t('The files have no records')}</Calm>}
    <ul className="rows">
      {preview.slice(0, 10).map(({ file, line, kind, values }, index) => (
        <li key={index}>
          <span className="soft">
            {t('{kind}, {file}, line {line}', { kind: worded(kind), file, line: line.toLocaleString() })}
          </span>
          <span>
            {Object.entries(values)
              .map(([name, value]) => `${fieldTitle(`${kind}.${name}`)}: ${textOf(value)}`)
              .join(' · ')
              .slice(0, 500)}
          </span>
        </li>
      ))}
    </ul>
  </Section>
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Check({ of: it, draft, go }: StepProps & { of: Import }) {
  const navigate = useNavigate();
  const { id, counts, row_count } = it;
  const start = useAction(() => suite.post('/v1/imports/{id}/start', { params: { path: { id } } }), {
    after: () => navigate({ to: '/imports/$id', params: { id } }),
  });
  const taken = counts.some(({ created, updated }) => created + updated > 0);
  return (
    <Step
      title={t('What will happen')}
      about={`${plural(row_count ?? 0, '{count} row was checked.', '{count} rows were checked.')} ${t('Nothing has been written yet.')}`}
    >
      {counts.length > 0 ? <Counts of={it} /> : <Calm icon="list">{t('The files have nothing to import')}</Calm>}
      {isByHand(draft) && <Preview of={it} />}
      <Problems of={it} />
      <NotTaken of={it} />
      {start.error && <Problem error={start.error} />}
      <Group justify="flex-end">
        <Back go={() => go(isByHand(draft) ? 'people' : 'columns')} />
        <Button disabled={!taken} loading={start.running} onClick={start.run}>
          {t('Import')}
        </Button>
      </Group>
    </Step>
  );
}
