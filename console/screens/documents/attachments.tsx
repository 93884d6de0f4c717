import { Button } from '@mantine/core';
import { Icon, Long, Problem, Section, type Shown, suite, useAction } from '../../kit/index.js';
import styles from './document.module.css';

export const Attachments = ({ of }: { of: readonly Shown<'Attachment'>[] }) => (
  <Section title="Attachments">
    <ul className={styles.files}>
      {of.map((each) => (
        <li key={each.file_id}>
          <File {...each} />
        </li>
      ))}
    </ul>
  </Section>
);

function File({ file_id, name, broken }: Shown<'Attachment'>) {
  // The address is good for an hour and needs no credential, so it is asked for when somebody wants it.
  const download = useAction(() => suite.get('/v1/office/files/{id}/download', { params: { path: { id: file_id } } }), {
    after: ({ url }) => location.assign(url),
  });
  return (
    <>
      <span>
        <Long text={name} short />
      </span>
      {broken ? (
        <span className="soft">deleted</span>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="download" size={15} />}
          loading={download.running}
          onClick={download.run}
          aria-label={`Download ${name}`}
        >
          Download
        </Button>
      )}
      {download.error && <Problem error={download.error} />}
    </>
  );
}
