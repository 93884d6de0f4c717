import { Alert, Button } from '@mantine/core';
import type { ComponentType } from 'react';
import type { WebhookEvent } from '#client';
import { type Answer, type ReadPath, refresh, useRead } from './api.js';
import { partsOf } from './concerns.js';
import { CopyAs, type Shareable } from './copy.js';
import { Icon } from './icons.js';
import { useChange } from './live.js';
import { useName } from './named.js';
import { mayStar, Star } from './favourites.js';
import { Page, type PageProps } from './page.js';
import { Ready } from './states.js';
import { t } from './language.js';
import { rich } from './rich.js';

/** The request that reads a record. */
type ReadBy = Omit<Shareable, 'method'>;

interface RecordPageProps extends PageProps {
  of: ReadBy;
  /** Whether a menu of its own offers to copy it. */
  copies?: boolean;
}

/** The page of one record: its name and state, the request that reads it, what can be done, and the record itself. */
export function RecordPage({ of, copies, beside, actions, children, ...page }: RecordPageProps) {
  const id = Object.values(of.names ?? {}).at(-1);
  return (
    <Page
      {...page}
      beside={
        <>
          {beside}
          {mayStar(id) && <Star of={id} />}
        </>
      }
      actions={
        <>
          {!copies && <CopyAs request={{ method: 'get', ...of }} id={id} />}
          {actions}
        </>
      }
    >
      <Changed of={of} />
      {children}
    </Page>
  );
}

const VERBS: Record<string, string> = { updated: t('changed'), deleted: t('deleted'), restored: t('restored') };

/** Says who has changed the record since it was read. What stands on the page stays until it is read anew. */
function Changed({ of }: { of: ReadBy }) {
  const change = useChange(of);
  if (!change) return null;
  return (
    <Alert role="status" color="blue" variant="light" className="note" icon={<Icon name="refresh" />} mb="md">
      {rich('{actor} {verb} this.', { actor: <Who of={change.actor} />, verb: VERBS[partsOf(change.type).verb] })}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void refresh()}>
        {t('Reload')}
      </Button>
    </Alert>
  );
}

function Who({ of: { type, id } }: { of: WebhookEvent['actor'] }) {
  const name = useName(id);
  return (
    <strong>
      {name ?? (type === 'system' ? t('The system') : type === 'api_key' ? t('An API key') : t('Somebody'))}
    </strong>
  );
}

interface ReadRecordProps<P extends ReadPath> {
  of: { path: P; names: Record<string, string> };
  /** Milliseconds after which it is read again. */
  every?: number;
  /** Shows the record, on a `RecordPage`. */
  show: ComponentType<{ of: Answer<P> }>;
}

/** Reads a record for its page. Each record has a state of its own, so that nothing of another one stays. */
export function ReadRecord<P extends ReadPath>({ of: { path, names }, every, show: Show }: ReadRecordProps<P>) {
  const answer = useRead(path, { path: names, every });
  return <Ready of={answer}>{(record) => <Show key={JSON.stringify(names)} of={record} />}</Ready>;
}
