import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Confirm, useAction, useDialog } from '../../kit/action.js';
import { suite, useMe, useRead } from '../../kit/api.js';
import { Problem } from '../../kit/errors.js';
import { Icon } from '../../kit/icons.js';
import { Go, Section } from '../../kit/page.js';
import { toast } from '../../kit/toast.js';
import styles from './get-started.module.css';
import { dismissed } from './dismissed.js';
import { Waiting } from './waiting.js';
import { t } from '../../kit/language.js';

const Invite = lazy(async () => ({ default: (await import('../users/invite.js')).Invite }));
const Make = lazy(async () => ({ default: (await import('../../kit/record/make.js')).Make }));
const Company = lazy(() => import('./company.js'));

/** Days for which a workspace is new. */
const NEW_DAYS = 30;
/** Milliseconds between two looks while sample data is created or removed. */
const EVERY_MS = 1500;

const isRunning = ({ status }: { status: string }) => ['pending', 'running', 'undoing'].includes(status);

/**
 * First steps of an owner in a new workspace. The records of the workspace say which are done. The part goes away once all are, or when
 * it is dismissed in this browser.
 */
export default function GetStarted() {
  const me = useMe();
  const [gone, setGone] = useState(false);
  const company = useRead('/v1/access/workspace');
  const people = useRead('/v1/access/users', { query: { limit: 2 } });
  const pipelines = useRead('/v1/sales/pipelines', { query: { limit: 1 } });
  const imports = useRead('/v1/imports', { query: { sample: false, limit: 20 } });
  const samples = useRead('/v1/imports', {
    query: { sample: true, limit: 1 },
    every: EVERY_MS,
    whileAny: isRunning,
  });
  const all = [company, people, pipelines, imports, samples];
  if (gone || all.some(({ error }) => error)) return null;
  if (!all.every(({ data }) => data)) return <Waiting />;
  const steps = {
    company: company.data!.updated_at !== company.data!.created_at,
    people: people.data!.data.length > 1,
    pipeline: pipelines.data!.data.length > 0,
    data: imports.data!.data.some(({ dry_run, status }) => !dry_run && status !== 'undone'),
  };
  const [sample] = samples.data!.data.filter(({ status }) => status !== 'undone');
  const isNew = Date.parse(company.data!.created_at) > Date.now() - NEW_DAYS * 86_400_000;
  if (!sample && (!isNew || Object.values(steps).every(Boolean))) {
    dismissed.keep(me.workspace.id);
    return null;
  }
  const dismiss = () => {
    dismissed.keep(me.workspace.id);
    setGone(true);
    toast(sample ? t('Dismissed. The sample data is listed under Imports.') : t('Dismissed.'));
  };
  const { name, time_zone, currency } = me.workspace;
  return (
    <Section
      title={t('Get started')}
      beside={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={dismiss}>
          {t('Dismiss')}
        </Button>
      }
    >
      <ol className={styles.steps}>
        <Step
          title={t('Company')}
          words={steps.company ? `${name}, ${time_zone}, ${currency}` : t('Its name, time zone and currency.')}
          done={steps.company}
          button={t('Edit company')}
          dialog={(close) => <Company close={close} />}
        />
        <Step
          title={t('People')}
          words={t('Invite several at once, each with their roles.')}
          done={steps.people}
          button={t('Invite people')}
          dialog={(close) => <Invite close={close} />}
        />
        <Step
          title={t('Pipeline')}
          words={t('The stages that your deals pass on their way.')}
          done={steps.pipeline}
          button={t('New pipeline')}
          dialog={(close) => <Make path="/v1/sales/pipelines" list="Pipelines" close={close} />}
        />
        <Step
          title={t('Your data')}
          words={t('From Jira, HubSpot, Trello and others, or any CSV.')}
          done={steps.data}
          action={<Go to="/imports/new">{t('Import data')}</Go>}
        />
        <SampleStep of={sample} />
      </ol>
    </Section>
  );
}

interface StepProps {
  title: string;
  words: ReactNode;
  done: boolean;
  button?: string;
  dialog?: (close: () => void) => ReactNode;
  action?: ReactNode;
}

function Step({ title, words, done, button, dialog, action }: StepProps) {
  const [open, shown] = useDialog((close) => <Suspense fallback={null}>{dialog?.(close)}</Suspense>);
  return (
    <li>
      <Mark done={done} />
      <span className={styles.words}>
        <strong>{title}</strong>
        <span className="soft">{words}</span>
      </span>
      {action ??
        (button && (
          <Button variant="default" size="compact-sm" onClick={open}>
            {button}
          </Button>
        ))}
      {shown}
    </li>
  );
}

const Mark = ({ done }: { done: boolean }) =>
  done ? (
    <span className={styles.done} role="img" aria-label={t('Done')}>
      <Icon name="check" size={14} />
    </span>
  ) : (
    <span className={styles.open} />
  );

/** Sample data: nobody has to have it, so it is no step that stays open. */
function SampleStep({ of: sample }: { of: { id: string; status: string } | undefined }) {
  const create = useAction(() => suite.post('/v1/imports/samples'));
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Remove the sample data?')}
      button={t('Remove sample data')}
      work={() => suite.post('/v1/imports/{id}/undo', { params: { path: { id: sample!.id } } })}
      done={t('The sample data is being removed.')}
      close={close}
    >
      {t(
        'Records that somebody has changed or worked on since stay, and so does everything that people created themselves.',
      )}
    </Confirm>
  ));
  const words = !sample
    ? t('Contacts, deals, a project, a job and a document to try things with. It can be removed again.')
    : sample.status === 'undoing'
      ? t('It is being removed.')
      : isRunning(sample)
        ? t('It is being created.')
        : sample.status === 'failed'
          ? t('It could not be created or removed completely.')
          : t('It is here until you remove it.');
  return (
    <li>
      <Mark done={sample?.status === 'completed'} />
      <span className={styles.words}>
        <strong>{t('Sample data')}</strong>
        <span className="soft" role="status">
          {words}
        </span>
        {create.error && <Problem error={create.error} />}
      </span>
      {!sample ? (
        <Button variant="default" size="compact-sm" loading={create.running} onClick={create.run}>
          {t('Create sample data')}
        </Button>
      ) : (
        !isRunning(sample) && (
          <Button variant="default" size="compact-sm" onClick={remove}>
            {t('Remove sample data')}
          </Button>
        )
      )}
      {removing}
    </li>
  );
}
