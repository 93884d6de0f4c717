import { ActionIcon, Button, FileButton, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { uploadFile } from '#client';
import {
  Calm,
  Icon,
  ifMatch,
  Long,
  noteRefusal,
  Problem,
  refresh,
  Section,
  type Shown,
  suite,
  toast,
  useAction,
  useMay,
  useRead,
} from '../../kit/index.js';
import styles from './document.module.css';
import { type Document, PATH } from './writing.js';
import { t } from '../../kit/language.js';

export function Attachments({ of: document }: { of: Document }) {
  const may = useMay()('office:write') && !document.deleted_at && document.status !== 'archived';
  const { id, attachments } = document;
  const ids = attachments.map(({ file_id }) => file_id);
  const attach = (next: readonly string[], header: object) =>
    suite.patch(PATH, { params: { path: { id }, header }, body: { attachments: [...next] } });
  if (!may && attachments.length === 0) return null;
  return (
    <Section title={t('Attachments')}>
      {attachments.length === 0 && <Calm icon="list">{t('No files yet.')}</Calm>}
      <ul className={styles.files}>
        {attachments.map((each) => (
          <li key={each.file_id}>
            <File
              {...each}
              remove={
                may &&
                ((header) =>
                  attach(
                    ids.filter((other) => other !== each.file_id),
                    header,
                  ))
              }
              document={id}
            />
          </li>
        ))}
      </ul>
      {may && <Add attach={(more, header) => attach([...ids, ...more], header)} document={id} has={ids} />}
    </Section>
  );
}

type Work = (header: object) => Promise<unknown>;

function File({
  file_id,
  name,
  broken,
  remove,
  document,
}: Shown<'Attachment'> & { remove: Work | false; document: string }) {
  // The address is good for an hour and needs no credential, so it is asked for when somebody wants it.
  const download = useAction(() => suite.get('/v1/office/files/{id}/download', { params: { path: { id: file_id } } }), {
    after: ({ url }) => location.assign(url),
  });
  const removal = useAction(remove || (async () => undefined), {
    of: { path: PATH, names: { id: document } },
    done: t('The file is no longer attached. It stays among the files.'),
  });
  const error = download.error ?? removal.error;
  return (
    <>
      <span>
        <Long text={name} short />
      </span>
      <span className={styles.fileActions}>
        {broken ? (
          <span className="soft">{t('deleted')}</span>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="download" size={15} />}
            loading={download.running}
            onClick={download.run}
            aria-label={t('Download {name}', { name })}
          >
            {t('Download')}
          </Button>
        )}
        {remove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove {name} from the document', { name })}
            title={t('Remove')}
            loading={removal.running}
            onClick={removal.run}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        )}
      </span>
      {error && <Problem error={error} />}
    </>
  );
}

interface AddProps {
  attach: (files: readonly string[], header: object) => Promise<unknown>;
  document: string;
  has: readonly string[];
}

/** Attaches files from this device, and files that are there. */
function Add({ attach, document, has }: AddProps) {
  const add = useMutation({
    mutationFn: async (files: readonly (globalThis.File | string)[]) => {
      const ids: string[] = [];
      for (const file of files)
        ids.push(typeof file === 'string' ? file : (await uploadFile(suite, file, { name: file.name })).id);
      await attach(ids, ifMatch({ path: PATH, names: { id: document } }));
    },
    onError: noteRefusal,
    onSuccess: async () => {
      await refresh();
      toast(t('Attached.'));
    },
  });
  return (
    <div className={styles.add}>
      <FileButton multiple onChange={(files) => files.length > 0 && add.mutate(files)}>
        {(props) => (
          <Button
            {...props}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={15} />}
            loading={add.isPending}
          >
            {t('Attach files')}
          </Button>
        )}
      </FileButton>
      <PickFile without={has} onPick={(id) => add.mutate([id])} />
      {add.error && <Problem error={add.error} />}
    </div>
  );
}

/** Milliseconds without a key pressed after which files are searched. */
const PAUSE_MS = 200;

/** Picks one of the workspace's files by its name. */
function PickFile({ without, onPick }: { without: readonly string[]; onPick: (id: string) => void }) {
  const [typed, type] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { data } = useRead('/v1/office/files', { query: { limit: 20, ...(/[\p{L}\p{N}]/u.test(q) && { q }) } });
  const found = (data?.data ?? []).filter(({ id }) => !without.includes(id));
  return (
    <Select
      size="xs"
      aria-label={t('Attach a file that is there')}
      placeholder={t('Or find one by name')}
      searchable
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={type}
      onChange={(id) => {
        if (id === null) return;
        type('');
        onPick(id);
      }}
      nothingFoundMessage={t('No results')}
    />
  );
}
