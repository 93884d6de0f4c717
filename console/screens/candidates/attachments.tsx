import {
  AddButton,
  Calm,
  Confirm,
  Icon,
  isGivenOut,
  Problem,
  Scan,
  Section,
  type Shown,
  suite,
  useAction,
  useDialog,
  useMay,
} from '../../kit/index.js';
import { ActionIcon } from '@mantine/core';
import { Make } from '../../kit/record/index.js';
import { t } from '../../kit/language.js';

type Application = Shown<'Application'>;
type Attachment = Application['attachments'][number];

const LIST = '/v1/careers/applications/{id}/attachments';
const ONE = '/v1/careers/applications/{id}/attachments/{attachment_id}';

/** The files of a candidate: those that they sent, and others that were added. */
export function Attachments({ of: { id, attachments } }: { of: Application }) {
  const may = useMay()('careers:write');
  const [add, adding] = useDialog((close) => <Make stay path={LIST} names={{ id }} list="Files" close={close} />);
  return (
    <Section title={t('Files')} beside={may && <AddButton onClick={add}>{t('Add file')}</AddButton>}>
      {attachments.length ? (
        <ul className="rows rows-two">
          {attachments.map((file) => (
            <li key={file.id}>
              <span>
                {file.name} <span className="soft">{file.label}</span> <Scan of={file.scan_status} />
              </span>
              <span className="in-line">
                {isGivenOut(file.scan_status) && <Download application={id} of={file} />}
                {may && <Remove application={id} of={file} />}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Calm icon="minus">{t('No files')}</Calm>
      )}
      {adding}
    </Section>
  );
}

interface FileProps {
  application: string;
  of: Attachment;
}

/** The link needs no credential, so it is made when somebody wants it. */
export function Download({ application, of: { id, name } }: FileProps) {
  const download = useAction(
    () => suite.get(`${ONE}/download`, { params: { path: { id: application, attachment_id: id } } }),
    { after: ({ url }) => location.assign(url) },
  );
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Download {name}', { name })}
        title={t('Download')}
        loading={download.running}
        onClick={download.run}
      >
        <Icon name="download" size={16} />
      </ActionIcon>
      {download.error && <Problem error={download.error} />}
    </>
  );
}

function Remove({ application, of: { id, name } }: FileProps) {
  const [open, dialog] = useDialog((close) => (
    <Confirm
      title={t('Remove “{name}”?', { name })}
      button={t('Remove')}
      work={() => suite.delete(ONE, { params: { path: { id: application, attachment_id: id } } })}
      done={t('The file is removed.')}
      close={close}
    >
      {t('A file that the candidate sent is gone for good. One of the workspace stays in its files.')}
    </Confirm>
  ));
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('Remove {name}', { name })}
        title={t('Remove')}
        onClick={open}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
      {dialog}
    </>
  );
}
