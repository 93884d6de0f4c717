import type { ComponentType } from 'react';
import { type Answer, type ReadPath, useRead } from './api.js';
import { CopyAs, type Shareable } from './copy.js';
import { Page, type PageProps } from './page.js';
import { Ready } from './states.js';

/** The request that reads a record. */
type ReadBy = Omit<Shareable, 'method'>;

interface RecordPageProps extends PageProps {
  of: ReadBy;
}

/** The page of one record: its name and state, the request that reads it, what can be done, and the record itself. */
export const RecordPage = ({ of, actions, children, ...page }: RecordPageProps) => (
  <Page
    {...page}
    actions={
      <>
        <CopyAs request={{ method: 'get', ...of }} />
        {actions}
      </>
    }
  >
    {children}
  </Page>
);

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
