import { NativeSelect } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  Calm,
  Exact,
  Facts,
  Long,
  Named,
  offerUndo,
  Problem,
  Section,
  type Shown,
  suite,
  Tag,
  useAction,
  useFilters,
  useMay,
  useRead,
  useResources,
  When,
  worded,
} from '../../kit/index.js';
import { Belongs, listOf, RecordView } from '../../kit/record/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import { Attachments } from './attachments.js';
import styles from './candidates.module.css';
import { LIST_NAMES } from './filters.js';
import { Neighbours } from './neighbours.js';
import { Preview } from './preview.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/candidates/$id');

type Application = Shown<'Application'>;

export default function Candidate() {
  const { id } = route.useParams();
  const [search] = useFilters(LIST_NAMES);
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Candidates'), to: '/candidates', search }}
      hide={[
        'candidate',
        'answers',
        'stage_id',
        'stage_history',
        'attachments',
        'scorecard',
        'score',
        'job_id',
        'owner_id',
        'submitted_at',
        'disqualification',
      ]}
      parts={Parts}
      wide
      withoutLists={['notes', 'scorecards', 'attachments']}
      without={['stage_id', 'from_stage_id', 'stage_note', 'reason']}
      inputs={{ reason: Reason }}
      actions={Actions}
    />
  );
}

const About = ({ of: application }: { of: Application }) => {
  const { candidate, disqualification, scorecard } = application;
  return (
    <Section title={t('About')}>
      <Facts
        of={{
          'E-mail': candidate.email && <a href={`mailto:${candidate.email}`}>{candidate.email}</a>,
          [t('Phone')]: candidate.phone && <a href={`tel:${candidate.phone.replaceAll(' ', '')}`}>{candidate.phone}</a>,
          [t('Job')]: <Named of={application.job_id} />,
          [t('Applied')]: <Exact at={application.submitted_at} />,
          [t('Score')]:
            scorecard.average === null
              ? null
              : t('{average} of {scale_max}, by {count}', {
                  average: scorecard.average.toFixed(1),
                  scale_max: scorecard.scale_max,
                  count: scorecard.count.toLocaleString(),
                }),
          ...(disqualification && {
            [t('Rejected')]: (
              <>
                <ReasonOf code={disqualification.reason} /> <When at={disqualification.at} />
                {disqualification.notify_at && !disqualification.notified && (
                  <>
                    {' '}
                    <Tag>{rich('mail {notify}', { notify: <When at={disqualification.notify_at} /> })}</Tag>
                  </>
                )}
              </>
            ),
          }),
        }}
      />
    </Section>
  );
};

const Actions = ({ of }: { of: Application }) => (
  <>
    <Neighbours id={of.id} />
    <Move of={of} />
  </>
);

/** Moves the application to another stage of its job, and offers to take it back. */
function Move({ of: { id, job_id, stage_id, status } }: { of: Application }) {
  const may = useMay()('careers:write');
  const job = useRead('/v1/careers/jobs/{id}', { path: { id: job_id } });
  const stages = useRead('/v1/careers/pipelines/{id}', {
    path: { id: job.data?.pipeline_id ?? '' },
    when: job.data !== undefined,
  }).data?.stages;
  const to = (stage: string, from: string) =>
    suite.patch('/v1/careers/applications/{id}', {
      params: { path: { id } },
      body: { stage_id: stage, from_stage_id: from },
    });
  const move = useMove(to, (stage) => stages?.find(({ id: each }) => each === stage)?.name ?? t('another stage'));
  if (!may || status !== 'active' || !stages) return null;
  return (
    <>
      <NativeSelect
        aria-label={t('Stage')}
        value={stage_id}
        disabled={move.running}
        onChange={({ currentTarget }) => move.run(currentTarget.value, stage_id)}
        data={stages.map((stage) => ({ value: stage.id, label: stage.name }))}
      />
      {move.error && <Problem error={move.error} />}
    </>
  );
}

function useMove(to: (stage: string, from: string) => Promise<unknown>, nameOf: (stage: string) => string) {
  // The choice is kept: other rows may be drawn by the time the answer is there.
  const chosen = useRef({ stage: '', from: '' });
  const action = useAction(() => to(chosen.current.stage, chosen.current.from), {
    after: () => {
      const { stage, from } = chosen.current;
      offerUndo(t('Moved to {name}.', { name: nameOf(stage) }), () => to(from, stage));
    },
  });
  return {
    ...action,
    run: (stage: string, from: string) => {
      chosen.current = { stage, from };
      action.run();
    },
  };
}

/** A reason of the workspace, in its words. Other reasons are as they were typed. */
function ReasonOf({ code }: { code: string }) {
  const reasons = useRead('/v1/careers/disqualification-reasons');
  return <>{reasons.data?.data.find((each) => each.code === code)?.label ?? worded(code)}</>;
}

/** The reason of a rejection: one of the workspace's, or another one. */
function Reason(input: InputProps) {
  const reasons = useRead('/v1/careers/disqualification-reasons');
  const options = (reasons.data?.data ?? []).map(({ code, label }) => ({ value: code, label }));
  return <Selected {...input} none={t('Choose a reason')} options={options} />;
}

/** The CV, and beside it all that is said about the candidate. */
function Parts({ of: application }: { of: Application }) {
  const api = useResources()!;
  const lists = ['scorecards', 'notes'].flatMap((name) => listOf(api, 'app', name) ?? []);
  const facts = (
    <>
      <About of={application} />
      <Answers of={application} />
    </>
  );
  // Without a file of theirs, the facts have its place.
  const hasFile = application.attachments.some(({ file_id }) => file_id === null);
  return (
    <div className={styles.page}>
      <div className={styles.column}>{hasFile ? <Preview of={application} /> : facts}</div>
      <div className={styles.column}>
        {hasFile && facts}
        {lists.map((list) => (
          <Belongs key={list.path} id={application.id} of={list} />
        ))}
        <Attachments of={application} />
        <Stages of={application} />
      </div>
    </div>
  );
}

/** By the labels that the candidate read, and several choices together. */
function Answers({ of: { job_id, answers } }: { of: Application }) {
  const job = useRead('/v1/careers/jobs/{id}', { path: { id: job_id } });
  const labels = new Map(job.data?.application_form.fields.map(({ name, label }) => [name, label ?? name]));
  const byField = Map.groupBy(answers, ({ field }) => field);
  return (
    <Section title={t('Answers')}>
      {byField.size ? (
        <dl className={styles.answers}>
          {[...byField].map(([field, given]) => (
            <div key={field}>
              <dt>{labels.get(field) ?? field}</dt>
              <dd className="typed">
                <Long text={given.map(({ value }) => value).join(', ')} />
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <Calm icon="minus">{t('No answers')}</Calm>
      )}
    </Section>
  );
}

const Stages = ({ of: { stage_history } }: { of: Application }) => (
  <Section title={t('Stages')}>
    <ul className="rows">
      {stage_history.toReversed().map(({ stage_id, stage_name, entered_at, note, moved_by }) => (
        <li key={stage_id + entered_at}>
          <span>{stage_name}</span>
          <span className="soft">
            {note}
            {moved_by.id && rich('{what}by {who}', { what: note && ', ', who: <Named of={moved_by.id} /> })}
          </span>
          <When at={entered_at} />
        </li>
      ))}
    </ul>
  </Section>
);
