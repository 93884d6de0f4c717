import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Page, Ready, useRead, useZone, worded } from '../../kit/index.js';
import { Checked } from './checked.js';
import { type Draft, dryRun, type StepName, type StepProps, STEPS, stepsOf } from './draft.js';
import styles from './imports.module.css';
import { MatchColumns } from './match.js';
import { Files, System } from './source.js';
import { ANY, CSV, type Formats } from './systems.js';
import { inSentence, t } from '../../kit/language.js';

const route = getRouteApi('/imports/new');

/** From a system and its files, by a dry run, to an import. Nothing is written before the last button. */
export default function NewImport() {
  const { kind } = route.useSearch();
  const formats = useRead('/v1/imports/formats');
  return <Ready of={formats}>{(it) => <Steps key={kind} formats={it} kind={kind} />}</Ready>;
}

function Steps({ formats, kind }: { formats: Formats; kind: string | undefined }) {
  const [step, setStep] = useState<StepName>('system');
  const time_zone = useZone();
  const asked = formats.kinds.find(({ name }) => name === kind);
  const [draft, setDraft] = useState<Draft>({
    system: asked ? CSV : ANY,
    files: [],
    kind: asked?.name ?? '',
    columns: [],
    time_zone,
    date_order: '',
    mapping: {},
    match_by: [],
    people: {},
  });
  const [id, setId] = useState<string | null>(null);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const check = async (changed: Draft) => {
    const made = await dryRun(changed, formats);
    setDraft(changed);
    setId(made.id);
  };
  const props: StepProps = { draft, formats, set, check, go: setStep };
  const steps = stepsOf(draft);
  return (
    <Page
      title={asked ? t('Import {preset}', { preset: inSentence(worded(asked.preset)) }) : t('New import')}
      about={t('Nothing is written before the last step.')}
      within={{ title: t('Imports'), to: '/imports' }}
    >
      <ol className={styles.steps} aria-label={t('Steps')}>
        {steps.map((name, index) => (
          <li
            key={name}
            aria-current={name === step ? 'step' : undefined}
            data-done={index < steps.indexOf(step) || undefined}
          >
            {STEPS[name]}
          </li>
        ))}
      </ol>
      {step === 'system' && <System {...props} kind={asked?.name} />}
      {step === 'files' && <Files {...props} />}
      {step === 'match' && <MatchColumns {...props} />}
      {['people', 'columns', 'check'].includes(step) && id !== null && (
        <Checked key={id} {...props} id={id} step={step} />
      )}
    </Page>
  );
}
