import { Button } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  Copyable,
  Facts,
  Icon,
  isGivenOut,
  Named,
  Problem,
  ReadRecord,
  RecordPage,
  Scan,
  Section,
  type Shown,
  sized,
  Tags,
  useDialog,
  useMay,
  When,
} from '../../kit/index.js';
import { DeleteFile, EditFile, PATH, useDownload } from './actions.js';
import { fileType } from '../../kit/file-type.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/files/$id');

export default function FilePage() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: file }: { of: Shown<'OfficeFile'> }) {
  const { id, name, tags } = file;
  const may = useMay()('office:write');
  const navigate = useNavigate();
  const download = useDownload(id);
  const [openEdit, edit] = useDialog((close) => <EditFile of={file} close={close} />);
  const [openDelete, deletion] = useDialog((close) => (
    <DeleteFile of={file} close={close} after={() => navigate({ to: '/files' })} />
  ));
  return (
    <RecordPage
      of={{ path: PATH, names: { id } }}
      title={name}
      within={{ title: t('Files'), to: '/files' }}
      about={<Copyable value={id} label={t('the id')} />}
      beside={<Scan of={file.scan_status} />}
      actions={
        <>
          {may && (
            <>
              <Button variant="default" leftSection={<Icon name="trash" size={16} />} onClick={openDelete}>
                {t('Delete')}
              </Button>
              <Button variant="default" leftSection={<Icon name="edit" size={16} />} onClick={openEdit}>
                {t('Rename')}
              </Button>
            </>
          )}
          {isGivenOut(file.scan_status) && (
            <Button leftSection={<Icon name="download" size={16} />} loading={download.running} onClick={download.run}>
              {t('Download')}
            </Button>
          )}
        </>
      }
    >
      {download.error && <Problem error={download.error} />}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Size')]: sized(file.size_bytes),
            [t('Type')]: fileType(file.mime_type, file.name),
            [t('Owner')]: <Named of={file.uploaded_by} />,
            [t('Uploaded')]: <When at={file.created_at} />,
            [t('Changed')]: <When at={file.updated_at} />,
            [t('Tags')]: tags.length > 0 && <Tags of={tags} />,
            'SHA-256': file.sha256 && <code>{file.sha256}</code>,
          }}
        />
      </Section>
      {edit}
      {deletion}
    </RecordPage>
  );
}
