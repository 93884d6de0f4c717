import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Calm,
  Facts,
  Go,
  Icon,
  Named,
  Ready,
  Section,
  type Shown,
  useDialog,
  useMay,
  useName,
  useRead,
} from '../../kit/index.js';
import { RecordView } from '../../kit/record/index.js';
import { Apply } from '../candidates/apply.js';
import { Content } from '../documents/content.js';

const route = getRouteApi('/jobs/$id');

type Job = Shown<'Job'>;

export default function OneJob() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: 'Jobs', to: '/jobs' }}
      hide={[
        'title',
        'department',
        'location',
        'employment_type',
        'owner_id',
        'pipeline_id',
        'application_form',
        'description',
      ]}
      above={About}
      parts={Parts}
      without={['status']}
      withoutLists={['applications']}
      actions={Actions}
    />
  );
}

const About = ({ of: job }: { of: Job }) => (
  <Section title="About it" beside={<Go to={`/boards/applications/${job.id}`}>Board</Go>}>
    <Facts
      of={{
        Department: job.department,
        Location: job.location,
        Type: job.employment_type?.replaceAll('_', ' '),
        Owner: job.owner_id && <Named of={job.owner_id} />,
        'Stages of': <Pipeline id={job.pipeline_id} />,
      }}
    />
  </Section>
);

const Pipeline = ({ id }: { id: string }) => <>{useName(id) ?? id}</>;

function Actions({ of: job }: { of: Job }) {
  const may = useMay()('careers:write');
  const [open, dialog] = useDialog((close) => <Apply to={job} close={close} />);
  if (!may || job.status !== 'published') return null;
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
        Add candidate
      </Button>
      {dialog}
    </>
  );
}

const Parts = ({ of: job }: { of: Job }) => (
  <>
    <Section title="Description">
      {job.description ? <Content text={job.description} type="html" /> : <Calm icon="minus">No description yet</Calm>}
    </Section>
    <Section title="Questions to candidates">
      {job.application_form.fields.length ? (
        <ul className="words">
          {job.application_form.fields.map(({ name, label, type, required }) => (
            <li key={name}>
              {label ?? name}{' '}
              <span className="soft">
                {type.replaceAll('_', ' ')}
                {required && ', required'}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Calm icon="minus">Name and address only</Calm>
      )}
    </Section>
    <Funnel of={job} />
  </>
);

function Funnel({ of: { id } }: { of: Job }) {
  const funnel = useRead('/v1/careers/jobs/{id}/funnel', { path: { id } });
  return (
    <Section
      title="Candidates"
      beside={
        <Go to="/candidates" search={{ job_id: id }}>
          All candidates
        </Go>
      }
    >
      <Ready of={funnel}>
        {({ stages }) => {
          const most = Math.max(1, ...stages.map(({ entered }) => entered));
          return (
            <ul className="bars">
              {stages.map(({ stage_id, stage_name, entered, current }) => (
                <li key={stage_id}>
                  <span>{stage_name}</span>
                  <meter min={0} max={most} value={entered} aria-label={`Came to ${stage_name}`} />
                  <span className="soft">
                    {entered.toLocaleString()} came here, {current.toLocaleString()} are here
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Ready>
    </Section>
  );
}
