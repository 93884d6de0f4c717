import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Calm, Failed, Icon, Loading, Long, Section, type Shown, suite } from '../../kit/index.js';
import { Download } from './attachments.js';
import styles from './candidates.module.css';
import { t } from '../../kit/language.js';

type Application = Shown<'Application'>;
type Attachment = Application['attachments'][number];

const CONTENT = '/v1/careers/applications/{id}/attachments/{attachment_id}/content';

const PDF = 'application/pdf';
const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Larger files are loaded only when people ask for them. */
const LARGE_BYTES = 10_000_000;

const typeOf = ({ mime_type }: Attachment) => mime_type?.split(';')[0]!.trim() ?? '';
/** Browsers without a viewer of their own would save the file instead. */
const isShown = (file: Attachment) =>
  typeOf(file) === PDF ? navigator.pdfViewerEnabled : IMAGES.includes(typeOf(file)) || typeOf(file) === 'text/plain';

/** The files that a candidate sent, one at a time: the CV first. */
export function Preview({ of: { id, attachments } }: { of: Application }) {
  const sent = attachments.filter(({ file_id }) => file_id === null);
  const best = sent.find((file) => typeOf(file) === PDF) ?? sent.find(isShown) ?? sent[0];
  const [chosen, choose] = useState<string | null>(null);
  const file = sent.find((each) => each.id === chosen) ?? best;
  if (!file) return null;
  return (
    <Section title={file.name} beside={<Download application={id} of={file} />}>
      {sent.length > 1 && (
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label={t('File')}
          value={file.id}
          onChange={choose}
          data={sent.map((each) => ({ value: each.id, label: each.label || each.name }))}
        />
      )}
      <File key={file.id} application={id} of={file} />
    </Section>
  );
}

function File({ application, of: file }: { application: string; of: Attachment }) {
  const [wanted, want] = useState((file.size_bytes ?? 0) <= LARGE_BYTES);
  if (!isShown(file))
    return (
      <Calm icon="file">
        {t('A file of the type {kind} is not shown here. Download it.', { kind: typeOf(file) || t('unknown') })}
      </Calm>
    );
  if (!wanted)
    return (
      <Button variant="default" leftSection={<Icon name="eye" size={16} />} onClick={() => want(true)}>
        {t('Show this large file')}
      </Button>
    );
  return <Contents application={application} of={file} />;
}

/** The bytes come with the token, as an address of their own would need it in it. */
function Contents({ application, of: file }: { application: string; of: Attachment }) {
  const path = { id: application, attachment_id: file.id };
  const content = useQuery({
    queryKey: [CONTENT, path, {}],
    queryFn: ({ signal }) =>
      suite.get(CONTENT, { params: { path }, parseAs: 'blob', signal }) as unknown as Promise<Blob>,
    // A file is never changed.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (content.error) return <Failed error={content.error} again={() => void content.refetch()} />;
  if (!content.data) return <Loading rows={6} />;
  return typeOf(file) === 'text/plain' ? (
    <Text of={content.data} />
  ) : (
    <Picture of={content.data} type={typeOf(file)} name={file.name} />
  );
}

/** A PDF or an image. The type is the one that was checked here, so that a browser makes nothing else of the bytes. */
function Picture({ of: bytes, type, name }: { of: Blob; type: string; name: string }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  if (!url) return null;
  return type === PDF ? (
    <iframe className={styles.pdf} src={`${url}#navpanes=0&view=FitH`} title={name} />
  ) : (
    <img className={styles.image} src={url} alt={name} />
  );
}

function Text({ of: bytes }: { of: Blob }) {
  const text = useQuery({ queryKey: ['text of', bytes], queryFn: () => bytes.text(), gcTime: 0 });
  return (
    <p className={`typed ${styles.text}`}>
      <Long text={text.data ?? ''} />
    </p>
  );
}
