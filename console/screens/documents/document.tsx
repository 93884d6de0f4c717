import './document.css';
import { SegmentedControl } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Calm,
  Copyable,
  CopyAs,
  Facts,
  Named,
  Page,
  Ready,
  Section,
  type Shown,
  Status,
  Tags,
  useRead,
  When,
  worded,
} from '../../kit/index.js';
import { Attachments } from './attachments.js';
import { Content } from './content.js';

type Document = Shown<'OfficeDocument'>;

const PATH = '/v1/office/documents/{id}';

export default function DocumentPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const answer = useRead(PATH, { path: { id } });
  return <Ready of={answer}>{(document) => <One key={document.id} document={document} />}</Ready>;
}

function One({ document }: { document: Document }) {
  const [as, setAs] = useState('read');
  const { id, title, status, tags, permissions, content, content_type, attachments } = document;
  return (
    <Page
      title={title}
      within={{ title: 'Documents', to: '/documents' }}
      beside={<Status is={status} />}
      about={<Copyable value={id} label="the id" />}
      actions={<CopyAs request={{ method: 'get', path: PATH, names: { id } }} />}
    >
      <div className="document">
        <section className="card" aria-label="Content">
          {content_type !== 'text' && content !== '' && (
            <SegmentedControl
              className="document-as"
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
    </Page>
  );
}
