import { SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Calm,
  Copyable,
  Facts,
  Named,
  ReadRecord,
  RecordPage,
  Section,
  type Shown,
  Status,
  Tags,
  When,
  worded,
} from '../../kit/index.js';
import { Attachments } from './attachments.js';
import { Content } from './content.js';
import styles from './document.module.css';

const route = getRouteApi('/documents/$id');

type Document = Shown<'OfficeDocument'>;

const PATH = '/v1/office/documents/{id}';

export default function DocumentPage() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: document }: { of: Document }) {
  const [as, setAs] = useState('read');
  const { id, title, status, tags, permissions, content, content_type, attachments } = document;
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={title}
      within={{ title: 'Documents', to: '/documents' }}
      beside={<Status is={status} />}
      about={<Copyable value={id} label="the id" />}
    >
      <div className={styles.document}>
        <section className="card" aria-label="Content">
          {content_type !== 'text' && content !== '' && (
            <SegmentedControl
              className={styles.as}
              size="xs"
              value={as}
              onChange={setAs}
              data={[
                { value: 'read', label: 'To read' },
                { value: 'written', label: content_type === 'html' ? 'HTML' : 'Markdown' },
              ]}
            />
          )}
          {content === '' ? (
            <Calm icon="edit">Nothing is written yet.</Calm>
          ) : (
            <Content text={content} type={as === 'read' ? content_type : 'text'} />
          )}
        </section>
        <div>
          <Section title="About">
            <Facts
              of={{
                Owner: <Named of={document.owner_id} />,
                'Who may read it': worded(permissions.visibility),
                Tags: tags.length > 0 && <Tags of={tags} />,
                Made: <When at={document.created_at} />,
                Changed: <When at={document.updated_at} />,
                By: document.updated_by && <Named of={document.updated_by} />,
                ...(document.purge_at && { 'In the trash until': <When at={document.purge_at} /> }),
              }}
            />
          </Section>
          {attachments.length > 0 && <Attachments of={attachments} />}
        </div>
      </div>
    </RecordPage>
  );
}
