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
  useMay,
  useRead,
  When,
} from '../../kit/index.js';
import { RecordView } from '../../kit/record/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import { Attachments } from './attachments.js';

const route = getRouteApi('/candidates/$id');

type Application = Shown<'Application'>;

export default function Candidate() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: 'Candidates', to: '/candidates' }}
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
      above={About}
      parts={Answers}
      without={['stage_id', 'from_stage_id', 'stage_note', 'reason']}
      inputs={{ reason: Reason }}
      actions={Move}
    />
  );
}

const About = ({ of: application }: { of: Application }) => {
  const { candidate, disqualification, scorecard } = application;
  return (
    <Section title="About them">
      <Facts
        of={{
          'E-mail': candidate.email && <a href={`mailto:${candidate.email}`}>{candidate.email}</a>,
          Phone: candidate.phone && <a href={`tel:${candidate.phone.replaceAll(' ', '')}`}>{candidate.phone}</a>,
          Job: <Named of={application.job_id} />,
          Applied: <Exact at={application.submitted_at} />,
          Score:
            scorecard.average === null
              ? null
              : `${scorecard.average.toFixed(1)} of ${scorecard.scale_max}, by ${scorecard.count.toLocaleString()}`,
          ...(disqualification && {
            Rejected: (
              <>
                {disqualification.reason.replaceAll('_', ' ')} <When at={disqualification.at} />
                {disqualification.notify_at && !disqualification.notified && (
                  <>
                    {' '}
                    <Tag>
                      mail <When at={disqualification.notify_at} />
                    </Tag>
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
  const move = useMove(to, (stage) => stages?.find(({ id: each }) => each === stage)?.name ?? 'another stage');
  if (!may || status !== 'active' || !stages) return null;
  return (
    <>
      <NativeSelect
        aria-label="Stage"
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
      offerUndo(`Moved to ${nameOf(stage)}.`, () => to(from, stage));
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

/** The reason of a rejection: one of the workspace's, or another one. */
function Reason(input: InputProps) {
  const reasons = useRead('/v1/careers/disqualification-reasons');
  const options = (reasons.data?.data ?? []).map(({ code, label }) => ({ value: code, label }));
  return <Selected {...input} none="Choose a reason" options={options} />;
}

const Answers = ({ of: application }: { of: Application }) => (
  <>
    <Section title="Answers">
      {application.answers.length ? (
        <Facts
          of={Object.fromEntries(
            application.answers.map(({ field, value }, index) => [
              application.answers.findIndex((each) => each.field === field) === index ? field : `${field} (${index})`,
              <Long key={index} text={value} />,
            ]),
          )}
        />
      ) : (
        <Calm icon="minus">No answers</Calm>
      )}
    </Section>
    <Attachments of={application} />
    <Section title="Stages">
      <ul className="rows">
        {application.stage_history.toReversed().map(({ stage_id, stage_name, entered_at, note, moved_by }) => (
          <li key={stage_id + entered_at}>
            <span>{stage_name}</span>
            <span className="soft">
              {note}
              {moved_by.id && (
                <>
                  {note && ', '}by <Named of={moved_by.id} />
                </>
              )}
            </span>
            <When at={entered_at} />
          </li>
        ))}
      </ul>
    </Section>
  </>
);
