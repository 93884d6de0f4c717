import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Calm,
  Copyable,
  Dialog,
  Facts,
  Go,
  Icon,
  Named,
  NameOf,
  Ready,
  Section,
  type Shown,
  Tags,
  useDialog,
  useMay,
  useMe,
  useRead,
  worded,
} from '../../kit/index.js';
import { GroupedBars } from '../../kit/chart/grouped-bars.js';
import { Figures } from '../../kit/chart/figures.js';
import { RecordView } from '../../kit/record/index.js';
import { Apply } from '../candidates/apply.js';
import { BASE_URL } from '../../kit/session.js';
import { Content } from '../documents/content.js';
import { Description } from './description.js';
import styles from './jobs.module.css';
import { typeName } from './types.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/jobs/$id');

type Job = Shown<'Job'>;

const INPUTS = { description: Description };

const VALUES = { channels: ({ of: { channels } }: { of: Job }) => <Tags of={channels.map(worded)} /> };

export default function OneJob() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Jobs'), to: '/jobs' }}
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
      without={['status', 'application_form']}
      inputs={INPUTS}
      values={VALUES}
      withoutLists={['applications']}
      actions={Actions}
    />
  );
}

const About = ({ of: job }: { of: Job }) => (
  <Section title={t('About')} beside={<Go to={`/boards/applications/${job.id}`}>{t('Board')}</Go>}>
    <Facts
      of={{
        [t('Department')]: job.department,
        [t('Location')]: job.location,
        [t('Type')]: job.employment_type && worded(job.employment_type),
        [t('Owner')]: job.owner_id && <Named of={job.owner_id} />,
        [t('Stages of')]: <NameOf id={job.pipeline_id} />,
      }}
    />
  </Section>
);

function Actions({ of: job }: { of: Job }) {
  const may = useMay()('careers:write');
  const [open, dialog] = useDialog((close) => <Apply to={job} close={close} />);
  const [share, sharing] = useDialog((close) => <Share of={job} close={close} />);
  if (job.status !== 'published') return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="external" size={16} />} onClick={share}>
        {t('Share')}
      </Button>
      {may && (
        <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
          {t('Add candidate')}
        </Button>
      )}
      {dialog}
      {sharing}
    </>
  );
}

const Parts = ({ of: job }: { of: Job }) => {
  const may = useMay()('careers:write');
  const { fields } = job.application_form;
  return (
    <>
      <Funnel of={job} />
      <Section title={t('Description')}>
        {job.description ? (
          <Content text={job.description} type="html" />
        ) : (
          <Calm icon="minus">{t('No description yet')}</Calm>
        )}
      </Section>
      <Section
        title={t('Questions to candidates')}
        beside={may && <Go to={`/jobs/${job.id}/form`}>{t('Edit and preview')}</Go>}
      >
        {fields.length ? (
          <ul className="words">
            {fields.map(({ name, label, type, required }) => (
              <li key={name}>
                {label ?? name}{' '}
                <span className="soft">
                  {typeName(type)}
                  {required && ', required'}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <Calm icon="minus">{t('Name and address only')}</Calm>
        )}
      </Section>
    </>
  );
};

/** Numbers by stage, as bars and as a table. */
function Funnel({ of: { id } }: { of: Job }) {
  const funnel = useRead('/v1/careers/jobs/{id}/funnel', { path: { id } });
  return (
    <Section
      title={t('Candidates')}
      beside={
        <Go to="/candidates" search={{ job_id: id }}>
          {t('All candidates')}
        </Go>
      }
    >
      <Ready of={funnel}>
        {({ stages }) => (
          <div className={styles.funnel}>
            <GroupedBars
              label={t('How many candidates came to each stage, and how many are there now')}
              series={[t('Came here'), t('Are here now')]}
              bars={stages.map(({ stage_name, entered, current }) => ({
                name: stage_name,
                values: [entered, current],
              }))}
              shown={(value) => value.toLocaleString()}
            />
            <Figures
              label={t('Candidates by stage')}
              heads={[t('Stage'), t('Came here'), t('Went on'), t('Here now'), t('Days, median')]}
              rows={stages.map((stage) => [
                stage.stage_name,
                stage.entered.toLocaleString(),
                stage.entered ? percent.format(stage.passed_on / stage.entered) : '—',
                stage.current.toLocaleString(),
                stage.median_days?.toLocaleString() ?? '—',
              ])}
            />
          </div>
        )}
      </Ready>
    </Section>
  );
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

/** Addresses of a published job, for people and for other sites. Nobody signs in for them. */
function Share({ of: { id, channels }, close }: { of: Job; close: () => void }) {
  const { workspace } = useMe();
  const settings = useRead('/v1/careers/settings');
  const page = settings.data?.job_page?.replaceAll('{id}', id);
  const board = `${BASE_URL}/v1/careers/board/jobs`;
  return (
    <Dialog onClose={close} title={t('Share this job')} size="lg">
      <div className="stack">
        {!channels.includes('careers_site') && (
          <p>{t('The job is not published on the careers site, so these addresses lead nowhere yet.')}</p>
        )}
        <Facts
          of={{
            [t('Page to read and apply')]: <Copyable value={`${BASE_URL}/careers/jobs/${id}`} label={t('the link')} />,
            [t('Page of all open jobs')]: (
              <Copyable value={`${BASE_URL}/careers/${workspace.id}`} label={t('the link to all open jobs')} />
            ),
            [t('On your own careers page')]: page ? (
              <Copyable value={page} label={t('the link to your page')} />
            ) : (
              rich('Say where it shows jobs in the {link}', { link: <Go to="/settings">{t('settings')}</Go> })
            ),
            [t('For programs, the job')]: <Copyable value={`${board}/${id}`} label={t('the address of the job')} />,
            [t('For search engines')]: (
              <Copyable value={`${board}/${id}.jsonld`} label={t('the address for search engines')} />
            ),
            [t('For programs, all jobs')]: (
              <Copyable value={`${board}?workspace_id=${workspace.id}`} label={t('the address of all jobs')} />
            ),
            [t('As a feed')]: (
              <Copyable value={`${board}.atom?workspace_id=${workspace.id}`} label={t('the address of the feed')} />
            ),
          }}
        />
      </div>
    </Dialog>
  );
}
