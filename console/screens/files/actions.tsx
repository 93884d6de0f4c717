import { ActionIcon, Button, Menu, TagsInput, TextInput } from '@mantine/core';
import {
  type Bulk,
  Dialog,
  Confirm,
  Form,
  Icon,
  Problem,
  type Shown,
  suite,
  useAction,
  useDialog,
  useMay,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

type File = Shown<'OfficeFile'>;

export const PATH = '/v1/office/files/{id}';

/** The link is good for an hour and needs no credential, so it is made when somebody wants it. */
export const useDownload = (id: string) =>
  useAction(() => suite.get('/v1/office/files/{id}/download', { params: { path: { id } } }), {
    after: ({ url }) => location.assign(url),
  });

/** Downloads the files that are chosen, one after the other, as the browser lets people keep them. */
export const DownloadFiles: NonNullable<Bulk<File>['buttons']> = ({ of: files, run }) => (
  <Button
    size="xs"
    variant="default"
    leftSection={<Icon name="download" size={16} />}
    onClick={() =>
      run({
        records: files,
        done: t('downloaded'),
        work: async ({ id, name }) => {
          const { url } = await suite.get('/v1/office/files/{id}/download', { params: { path: { id } } });
          Object.assign(document.createElement('a'), { href: url, download: name }).click();
        },
      })
    }
  >
    {t('Download')}
  </Button>
);

export function EditFile({ of: { id, name, tags }, close }: { of: File; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Rename “{name}”', { name })}>
      <Form
        initial={{ name, tags }}
        of={{ path: PATH, names: { id } }}
        submit={(body, header) => suite.patch(PATH, { params: { path: { id }, header }, body })}
        after={close}
        done={t('File saved.')}
        button={t('Save')}
        cancel={close}
      >
        {(field) => (
          <>
            <TextInput label={t('Name')} data-autofocus {...field('name')} />
            <TagsInput
              label={t('Tags')}
              placeholder={t('Type one and press Enter')}
              acceptValueOnBlur
              {...field('tags')}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

interface DeleteProps {
  of: File;
  close: () => void;
  after?: () => unknown;
}

export const DeleteFile = ({ of: { id, name }, close, after }: DeleteProps) => (
  <Confirm
    of={{ path: PATH, names: { id } }}
    title={t('Delete “{name}”?', { name })}
    button={t('Delete')}
    done={t('File deleted.')}
    work={(header) => suite.delete(PATH, { params: { path: { id }, header } })}
    after={after}
    close={close}
  >
    {t('Files have no trash: it is gone for good. Documents that it is attached to keep its name.')}
  </Confirm>
);

/** Menu of actions in the row of a file. */
export function FileMenu({ of: file }: { of: File }) {
  const may = useMay()('office:write');
  const download = useDownload(file.id);
  const [openEdit, edit] = useDialog((close) => <EditFile of={file} close={close} />);
  const [openDelete, deletion] = useDialog((close) => <DeleteFile of={file} close={close} />);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Actions for {name}', { name: file.name })}
            loading={download.running}
          >
            <Icon name="more" size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="download" size={16} />} onClick={download.run}>
            {t('Download')}
          </Menu.Item>
          {may && (
            <>
              <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={openEdit}>
                {t('Rename')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={openDelete}>
                {t('Delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {download.error && <Problem error={download.error} />}
      {edit}
      {deletion}
    </>
  );
}
