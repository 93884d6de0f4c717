import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  Calm,
  Confirm,
  Go,
  Id,
  isRunning,
  Long,
  Ready,
  Section,
  Status,
  suite,
  useDialog,
  useMay,
  useRead,
  When,
} from '../../kit/index.js';
import { useExports, useImports, useReplays } from './running.js';
import { plural, t } from '../../kit/language.js';

export function Exports() {
  const may = useMay()('guard:write');
  return (
    <Section title={t('Exports of the audit log')} beside={<Go to="/audit-trail/exports">{t('All exports')}</Go>}>
      <Ready of={useExports()}>
        {({ data }) => (
          <Rows none={t('None in the last days')}>
            {data.map(({ job_id, status, format, row_count, error, created_at }) => (
              <One key={job_id} status={status} at={created_at} error={error}>
                <Go to={`/audit-trail/exports/${job_id}`}>
                  {format.toUpperCase()}, {plural(row_count, '{count} entry', '{count} entries')}
                </Go>
                {may && isRunning({ status }) && (
                  <Cancel
                    what={t('export')}
                    work={() => suite.delete('/v1/guard/exports/{job_id}', { params: { path: { job_id } } })}
                  />
                )}
              </One>
            ))}
          </Rows>
        )}
      </Ready>
    </Section>
  );
}

export function Imports() {
  const may = useMay()('sales:write');
  return (
    <Section title={t('Imports of contacts')}>
      <Ready of={useImports()}>
        {({ data }) => (
          <Rows none={t('None in the last days')}>
            {data.map(({ id, status, name, row_count, processed_count, error, error_count, created_at }) => (
              <One key={id} status={status} at={created_at} error={error}>
                <Id of={id} as={name || id} /> <Far of={processed_count} all={row_count} />
                {error_count > 0 && (
                  <span className="soft"> {plural(error_count, '{count} row is wrong', '{count} rows are wrong')}</span>
                )}
                {may && isRunning({ status }) && (
                  <Cancel
                    what={t('import')}
                    work={() => suite.delete('/v1/sales/imports/{id}', { params: { path: { id } } })}
                  />
                )}
              </One>
            ))}
          </Rows>
        )}
      </Ready>
    </Section>
  );
}

export function Replays() {
  // A workspace has no more of them than one page.
  const webhooks = useRead('/v1/webhooks', { query: { limit: 100 } }).data?.data ?? [];
  const nameOf = (id: string) => webhooks.find((each) => each.id === id)?.url.replace(/^https?:\/\//, '') ?? id;
  return (
    <Section title={t('Replays of webhooks')} beside={<Go to="/webhooks">{t('Webhooks')}</Go>}>
      <Ready of={useReplays()}>
        {({ data }) => (
          <Rows none={t('None in the last days')}>
            {data.map(({ replay_id, webhook_id, status, handed_on, count, created_at }) => (
              <One key={replay_id} status={status} at={created_at}>
                <Id of={webhook_id} as={nameOf(webhook_id)} /> <Far of={handed_on} all={count} />
                {isRunning({ status }) && (
                  <Cancel
                    what={t('replay')}
                    work={() =>
                      suite.delete('/v1/webhooks/{id}/replays/{replay_id}', {
                        params: { path: { id: webhook_id, replay_id } },
                      })
                    }
                  />
                )}
              </One>
            ))}
          </Rows>
        )}
      </Ready>
    </Section>
  );
}

const Rows = ({ none, children }: { none: string; children: ReactNode[] }) =>
  children.length ? <ul className="rows rows-wide">{children}</ul> : <Calm>{none}</Calm>;

const One = ({
  status,
  at,
  error,
  children,
}: {
  status: string;
  at: string;
  error?: string | null;
  children: ReactNode;
}) => (
  <li>
    <Status is={status} />
    <span>
      {children}
      {error && (
        <span className="soft">
          {' '}
          <Long short text={error} />
        </span>
      )}
    </span>
    <When at={at} />
  </li>
);

/** How far something is. */
export const Far = ({ of, all }: { of: number; all: number }) => (
  <span className="replay-far">
    <progress value={of} max={Math.max(all, of, 1)} aria-label={t('Done')} />
    {t('{of} of {all}', { of: of.toLocaleString(), all: all.toLocaleString() })}
  </span>
);

function Cancel({ what, work }: { what: string; work: () => Promise<unknown> }) {
  const [open, dialog] = useDialog((close) => (
    <Confirm
      title={t('Cancel the {noun}?', { noun: what })}
      button={t('Cancel the {noun}', { noun: what })}
      work={work}
      done={t('The {noun} is cancelled.', { noun: what })}
      close={close}
    >
      {t('What is done stays; the rest is not done.')}
    </Confirm>
  ));
  return (
    <>
      {' '}
      <Button size="compact-xs" variant="default" onClick={open}>
        {t('Cancel')}
      </Button>
      {dialog}
    </>
  );
}
