import { Button, Checkbox, FileInput, Group, NativeSelect, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Calm,
  Form,
  Long,
  Page,
  PickOne,
  Problem,
  Ready,
  Section,
  type Shown,
  suite,
  useAction,
  useZone,
  worded,
  counted,
} from '../../kit/index.js';
import styles from './imports.module.css';
import { Counts, isRunning, NotTaken, Problems, Progress, useImport } from './parts.js';
import { SYSTEMS } from './systems.js';

type Import = Shown<'FileImport'>;

/** All that a dry run is asked with. It is sent again where people change it. */
interface Draft {
  /** Its id in `SYSTEMS`. */
  system: string;
  files: File[];
  time_zone: string;
  date_order: string;
  /** The fields of columns where the preset has others; null: the column is not taken. */
  mapping: Record<string, string | null>;
  /** The user, or `invite`, for people as the files name them. */
  people: Record<string, string>;
}

const EMPTY: Draft = {
  system: 'other',
  files: [],
  time_zone: '',
  date_order: '',
  mapping: {},
  people: {},
};

const STEPS = ['System', 'Files', 'People', 'Columns', 'Check'] as const;

const systemOf = ({ system }: Draft) => SYSTEMS.find(({ id }) => id === system)!;

function dryRun(draft: Draft): Promise<Import> {
  const { files, mapping, people, time_zone, date_order } = draft;
  const { preset = '' } = systemOf(draft);
  const form = new FormData();
  const given = {
    preset,
    time_zone,
    date_order,
    dry_run: 'true',
    mapping: JSON.stringify(mapping),
    people: JSON.stringify(people),
  };
  for (const [name, value] of Object.entries(given)) if (value) form.set(name, value);
  for (const file of files) form.append('file', file);
  return suite.post('/v1/imports', { body: form as never });
}

/** From a system and its files, by a dry run, to an import. Nothing is written before the last button. */
export default function NewImport() {
  const [step, setStep] = useState(0);
  const time_zone = useZone();
  const [draft, setDraft] = useState({ ...EMPTY, time_zone });
  const [id, setId] = useState<string | null>(null);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const check = async (changed: Draft) => {
    const made = await dryRun(changed);
    setDraft(changed);
    setId(made.id);
  };
  const props = { draft, set, check, go: setStep };
  return (
    <Page
      title="New import"
      about="Nothing is written before the last step."
      within={{ title: 'Imports', to: '/imports' }}
    >
      <ol className={styles.steps} aria-label="Steps">
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
            {name}
          </li>
        ))}
      </ol>
      {step === 0 && <System {...props} />}
      {step === 1 && <Files {...props} />}
      {step > 1 && id !== null && <Checked key={id} {...props} id={id} step={step} />}
    </Page>
  );
}

interface StepProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Sends the files for another dry run. */
  check: (draft: Draft) => Promise<void>;
  go: (step: number) => void;
}

/** A step with its heading, which gets the focus, so that people without a mouse begin at its top. */
function Step({ title, about, children }: { title: string; about?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="part stack" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {about && <p className="soft">{about}</p>}
      {children}
    </section>
  );
}

function System({ draft: { system }, set, go }: StepProps) {
  return (
    <Step title="Where do the files come from?">
      <Radio.Group value={system} onChange={(value) => set({ system: value })} aria-label="System">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
          {SYSTEMS.map(({ id, title, about }) => (
            <Radio key={id} value={id} label={title} description={about} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Group justify="flex-end">
        <Button onClick={() => go(1)}>Next</Button>
      </Group>
    </Step>
  );
}

function Files({ draft, check, go }: StepProps) {
  const { title, about } = systemOf(draft);
  return (
    <Step title="Which files?" about={`${title}: ${about}`}>
      <Form
        initial={{ file: draft.files, time_zone: draft.time_zone, date_order: draft.date_order }}
        submit={({ file: files, ...options }) => check({ ...draft, ...options, files, mapping: {}, people: {} })}
        after={() => go(2)}
        button="Check the files"
        cancel={() => go(0)}
      >
        {(field) => (
          <>
            <FileInput
              label="Files"
              description="Several at once, in any order: relations across files are found by their ids."
              placeholder="Choose files"
              multiple
              clearable
              {...field('file')}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput label="Time zone of times without one" {...field('time_zone')} />
              <NativeSelect
                label="Dates such as 04/05/2026"
                data={[
                  { value: '', label: 'As other dates of the file show it' },
                  { value: 'day_first', label: 'Day first: 4 May' },
                  { value: 'month_first', label: 'Month first: April 5' },
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

/** The steps that show what the last dry run found. */
function Checked({ id, step, ...props }: StepProps & { id: string; step: number }) {
  return (
    <Ready of={useImport(id)}>
      {(it) => {
        if (isRunning(it))
          return (
            <Section title="The files are being checked">
              <Progress of={it} />
            </Section>
          );
        if (it.status === 'failed')
          return (
            <>
              <Problem error={new Error(it.error ?? 'The files could not be read.')} />
              <Back go={() => props.go(1)} />
            </>
          );
        if (step === 2) return <People of={it} {...props} />;
        return step === 3 ? <Columns of={it} {...props} /> : <Check of={it} {...props} />;
      }}
    </Ready>
  );
}

const Back = ({ go }: { go: () => void }) => (
  <Button variant="default" onClick={go}>
    Back
  </Button>
);

const INVITE = 'invite';

function People({ of: { people }, draft, set, go }: StepProps & { of: Import }) {
  const [chosen, choose] = useState(draft.people);
  const unknown = people.filter(({ user_id, name }) => user_id === null || name in draft.people);
  const put = (name: string, who: string) =>
    choose(({ [name]: _, ...others }) => (who ? { ...others, [name]: who } : others));
  const inFiles = (count: number) => counted(count, 'person of the files is a user', 'people of the files are users');
  return (
    <Step
      title="Who is who?"
      about={`${inFiles(people.length - unknown.length)} here. Others are left out unless you say who they are.`}
    >
      {unknown.length === 0 && <Calm>Everybody that the files name is a user here</Calm>}
      {unknown.map(({ name, count }) => (
        <div key={name} className={styles.pair}>
          <span>
            <strong>{name}</strong> <span className="soft">{count.toLocaleString()} times</span>
          </span>
          <PickOne
            of="usr"
            aria-label={`User for ${name}`}
            placeholder="Nobody"
            value={chosen[name] === INVITE ? '' : (chosen[name] ?? '')}
            onChange={(who) => put(name, who)}
          />
          {name.includes('@') && (
            <Checkbox
              label="Invite them"
              aria-label={`Invite ${name}`}
              checked={chosen[name] === INVITE}
              onChange={({ currentTarget }) => put(name, currentTarget.checked ? INVITE : '')}
            />
          )}
        </div>
      ))}
      <Group justify="flex-end">
        <Back go={() => go(1)} />
        <Button
          onClick={() => {
            set({ people: chosen });
            go(3);
          }}
        >
          Next
        </Button>
      </Group>
    </Step>
  );
}

function Columns({ of: it, draft, check, go }: StepProps & { of: Import }) {
  const [chosen, choose] = useState<Record<string, string | null>>({});
  const changed = { ...draft, mapping: { ...draft.mapping, ...chosen } };
  const again = Object.keys(chosen).length > 0 || isOther(draft.people, it);
  const next = useAction(() => (again ? check(changed) : Promise.resolve()), { after: () => go(4) });
  const columns = [
    ...it.mapping.map((each) => ({ ...each, says: each.example ?? 'empty' })),
    ...it.not_taken.map(({ file, column, reason }) => ({ file, column, field: null, says: reason })),
  ];
  const fields = (file: string) => it.files.find(({ name }) => name === file)?.fields ?? [];
  return (
    <Step
      title="Which column goes where?"
      about="Columns that no field takes are custom fields where records have them."
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
            aria-label={`Field for ${column}`}
            value={(column in chosen ? chosen[column] : field) ?? ''}
            onChange={({ currentTarget }) => choose({ ...chosen, [column]: currentTarget.value || null })}
            data={[
              { value: '', label: 'Not imported' },
              ...[...new Set([...(field ? [field] : []), ...fields(file)])].map((value) => ({
                value,
                label: fieldInWords(value),
              })),
            ]}
          />
        </div>
      ))}
      <Preview of={it} />
      {next.error && <Problem error={next.error} />}
      <Group justify="flex-end">
        <Back go={() => go(2)} />
        <Button loading={next.running} onClick={next.run}>
          {again ? 'Check again' : 'Next'}
        </Button>
      </Group>
    </Step>
  );
}

/** Whether people were chosen whom the dry run did not know yet. */
const isOther = (people: Record<string, string>, { people: known }: Import): boolean =>
  known.some(({ name, user_id, found_by }) =>
    name in people
      ? people[name] !== (found_by === INVITE ? INVITE : user_id)
      : found_by === 'people' || found_by === INVITE,
  );

/** `task.custom_fields.story_points` → `Task: story points` */
function fieldInWords(field: string): string {
  const at = field.indexOf('.');
  return `${worded(field.slice(0, at))}: ${worded(field.slice(at + 1).replace('custom_fields.', '')).toLowerCase()}`;
}

/** Records as they would be. */
const Preview = ({ of: { preview } }: { of: Import }) => (
  <Section title="The first records">
    {preview.length === 0 && <Calm icon="list">The files have no records</Calm>}
    <ul className="rows">
      {preview.slice(0, 10).map(({ file, line, kind, values }, index) => (
        <li key={index}>
          <span className="soft">
            {worded(kind)}, {file}, line {line.toLocaleString()}
          </span>
          <span>
            {Object.entries(values)
              .map(([name, value]) => `${worded(name)}: ${textOf(value)}`)
              .join(' · ')
              .slice(0, 500)}
          </span>
        </li>
      ))}
    </ul>
  </Section>
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function Check({ of: it, go }: StepProps & { of: Import }) {
  const navigate = useNavigate();
  const { id, counts, row_count } = it;
  const start = useAction(() => suite.post('/v1/imports/{id}/start', { params: { path: { id } } }), {
    after: () => navigate({ to: '/imports/$id', params: { id } }),
  });
  const taken = counts.some(({ created, updated }) => created + updated > 0);
  return (
    <Step
      title="What will happen"
      about={`${counted(row_count ?? 0, 'row was', 'rows were')} checked. Nothing has been written yet.`}
    >
      {counts.length > 0 ? <Counts of={it} /> : <Calm icon="list">The files have nothing to import</Calm>}
      <Problems of={it} />
      <NotTaken of={it} />
      {start.error && <Problem error={start.error} />}
      <Group justify="flex-end">
        <Back go={() => go(3)} />
        <Button disabled={!taken} loading={start.running} onClick={start.run}>
          Import
        </Button>
      </Group>
    </Step>
  );
}
