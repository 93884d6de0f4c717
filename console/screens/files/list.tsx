import { Button, FileButton } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import {
  About,
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  Long,
  Named,
  orderBy,
  Page,
  Scan,
  type Shown,
  sized,
  toast,
  useList,
  useMay,
  useSelection,
  When,
} from '../../kit/index.js';
import { DownloadFiles, FileMenu } from './actions.js';
import styles from './files.module.css';
import { fileType } from '../../kit/file-type.js';
import { UploadPanel } from './panel.js';
import { uploads } from './uploads.js';
import { t } from '../../kit/language.js';

type Item = Shown<'OfficeFile'>;

const FILTERS: Filter[] = [
  { name: 'q', label: t('Find'), placeholder: t('Name') },
  { name: 'tag', label: t('Tag') },
  { name: 'uploader_id', label: t('Owner'), pick: 'usr' },
  orderBy(t('Newest first'), { 'name:asc': t('By name'), 'size_bytes:desc': t('Largest first') }),
];

const COLUMNS: Column<Item>[] = [
  {
    title: t('Name'),
    cell: ({ name, scan_status }) => (
      <>
        <Long text={name} short /> <Scan of={scan_status} />
      </>
    ),
  },
  { title: t('Type'), cell: ({ mime_type, name }) => fileType(mime_type, name), width: '11rem', from: 'lg' },
  { title: t('Owner'), cell: ({ uploaded_by }) => <Named of={uploaded_by} />, width: '11rem', from: 'md' },
  { title: t('Size'), cell: ({ size_bytes }) => sized(size_bytes), width: '6rem', align: 'right', from: 'sm' },
  { title: t('Uploaded'), cell: (each) => <When at={each.created_at} />, width: '9.25rem', from: 'sm' },
];

export default function Files() {
  const files = useList('/v1/office/files', { filters: FILTERS });
  const may = useMay()('office:write');
  const { selection, bar } = useSelection(files.rows, {
    of: 'fil',
    needs: 'office:read',
    buttons: DownloadFiles,
  });
  const button = may && (
    <FileButton multiple onChange={uploads.add}>
      {(props) => (
        <Button {...props} leftSection={<Icon name="upload" size={16} />}>
          {t('Upload files')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <DropZone active={may}>
      <Page
        title={t('Files')}
        dense
        beside={<About of={t('Files')}>{t('Files of the workspace. Drop new ones anywhere on this page.')}</About>}
        actions={
          <>
            <CopyAs request={files.request} />
            {button}
          </>
        }
      >
        <UploadPanel />
        <Filters path={files.request.path} of={FILTERS} />
        <DataTable
          label={t('Files')}
          list={files}
          columns={COLUMNS}
          to={({ id }) => `/files/${id}`}
          actions={(file) => <FileMenu of={file} />}
          selection={selection}
          empty={
            <Empty icon="file" title={t('No files yet')} action={button}>
              {t('Files that people and programs upload stand here.')}
            </Empty>
          }
        />
        {bar}
      </Page>
    </DropZone>
  );
}

/** Takes files that are dropped anywhere on the page. */
function DropZone({ active, children }: { active: boolean; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  if (!active) return children;
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const entries = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
    const found = entries.flatMap((each) => (each.webkitGetAsEntry()?.isDirectory ? [] : (each.getAsFile() ?? [])));
    if (found.length < entries.length) toast(t('Folders cannot be uploaded. Drop the files in them.'));
    uploads.add(found);
  };
  return (
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node | null) || setOver(false)
      }
      onDrop={drop}
    >
      {children}
    </div>
  );
}
