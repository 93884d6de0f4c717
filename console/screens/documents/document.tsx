import { Alert, Button, Menu, SegmentedControl } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Calm,
  Confirm,
  Icon,
  Problem,
  Ready,
  RecordPage,
  Status,
  suite,
  useAction,
  useDialog,
  useMay,
  useMe,
  useRead,
  When,
} from '../../kit/index.js';
import { About } from './about.js';
import { Attachments } from './attachments.js';
import { Content } from './content.js';
import styles from './document.module.css';
import { Sharing } from './sharing.js';
import { type Document, PATH, Writing } from './writing.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/documents/$id');

export default function DocumentPage() {
  const { id } = route.useParams();
  // Those in the trash can be restored here.
  const answer = useRead(PATH, { path: { id }, query: { include_deleted: true } });
  return <Ready of={answer}>{(document) => <One key={id} of={document} />}</Ready>;
}

function One({ of: document }: { of: Document }) {
  const [isEdited, setEdited] = useState(false);
  const { id, title, status } = document;
  const head = {
    of: { path: PATH, names: { id } },
    title,
    within: { title: t('Documents'), to: '/documents' },
    beside: <Status is={status} />,
  };
  if (isEdited)
    return (
      <RecordPage {...head}>
        <Writing of={document} done={() => setEdited(false)} cancel={() => setEdited(false)} />
      </RecordPage>
    );
  return (
    <RecordPage {...head} actions={<Actions of={document} edit={() => setEdited(true)} />}>
      {document.deleted_at && <InTrash of={document} />}
      <div className={styles.document}>
        <Text of={document} />
        <div>
          <About of={document} />
          <Attachments of={document} />
        </div>
      </div>
    </RecordPage>
  );
}

function Text({ of: { content, content_type } }: { of: Document }) {
  const [as, setAs] = useState('read');
  return (
    <section className="card" aria-label={t('Content')}>
      {content_type !== 'text' && content !== '' && (
        <SegmentedControl
          className={styles.as}
          size="xs"
          value={as}
          onChange={setAs}
          data={[
            { value: 'read', label: t('To read') },
            { value: 'written', label: content_type === 'html' ? 'HTML' : 'Markdown' },
          ]}
        />
      )}
      {content === '' ? (
        <Calm icon="edit">{t('Nothing is written yet.')}</Calm>
      ) : (
        <Content text={content} type={as === 'read' ? content_type : 'text'} />
      )}
    </section>
  );
}

const MOVES: Record<string, [status: 'draft' | 'published' | 'archived', label: string, done: string][]> = {
  draft: [
    ['published', t('Publish'), t('The document is published.')],
    ['archived', t('Archive'), t('The document is archived.')],
  ],
  published: [
    ['draft', t('Back to draft'), t('The document is a draft again.')],
    ['archived', t('Archive'), t('The document is archived.')],
  ],
  archived: [
    ['draft', t('Back to draft'), t('The document is a draft again.')],
    ['published', t('Publish'), t('The document is published.')],
  ],
};

function Actions({ of: document, edit }: { of: Document; edit: () => void }) {
  const { id, title, status, permissions } = document;
  const record = { path: PATH, names: { id } } as const;
  const params = { path: { id } };
  const may = useMay()('office:write');
  const isPublic = permissions.visibility === 'public';
  const [openSharing, sharing] = useDialog((close) => <Sharing of={document} close={close} />);
  const move = ([to, , done]: (typeof MOVES)[string][number]) =>
    [
      (header: object) => suite.patch(PATH, { params: { ...params, header }, body: { status: to } }),
      { of: record, done },
    ] as const;
  const [first, second] = MOVES[status]!;
  const moves = [useAction(...move(first!)), useAction(...move(second!))];
  const [openPublish, publish] = useDialog((close) => (
    <Confirm
      of={record}
      title={t('Publish “{title}”?', { title })}
      button={t('Publish')}
      calm
      done={t('The document is published.')}
      work={(header) => suite.patch(PATH, { params: { ...params, header }, body: { status: 'published' } })}
      close={close}
    >
      {t('Everybody who has its address can read it then, without signing in.')}
    </Confirm>
  ));
  const trash = useAction((header) => suite.delete(PATH, { params: { ...params, header } }), {
    of: record,
    done: t('Document moved to the trash. It can be restored for 30 days.'),
  });
  if (!may || document.deleted_at) return null;
  const error = moves.find((each) => each.error)?.error ?? trash.error;
  const go = (index: number) =>
    isPublic && MOVES[status]![index]![0] === 'published' ? openPublish() : moves[index]!.run();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="users" size={16} />} onClick={openSharing}>
        {t('Share')}
      </Button>
      {status === 'draft' && (
        <Button
          variant="default"
          leftSection={<Icon name="send" size={16} />}
          loading={moves[0]!.running}
          onClick={() => go(0)}
        >
          {t('Publish')}
        </Button>
      )}
      {status !== 'archived' && (
        <Button leftSection={<Icon name="edit" size={16} />} onClick={edit}>
          {t('Edit')}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={t('More actions')} px="xs" loading={trash.running || moves[1]!.running}>
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MOVES[status]!.map(([to, label], index) => (
            <Menu.Item key={to} onClick={() => go(index)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="trash" size={16} />} onClick={trash.run}>
            {t('Move to trash')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {error && <Problem error={error} />}
      {sharing}
      {publish}
    </>
  );
}

function InTrash({ of: { id, title, purge_at } }: { of: Document }) {
  const record = { path: PATH, names: { id } } as const;
  const may = useMay();
  const { effective_roles } = useMe();
  const navigate = useNavigate();
  const params = { path: { id } };
  const restore = useAction(
    (header) => suite.post('/v1/office/documents/{id}/restore', { params: { ...params, header } }),
    { of: record, done: t('The document is restored.') },
  );
  const [openDelete, dialog] = useDialog((close) => (
    <Confirm
      of={record}
      title={t('Delete “{title}” for good?', { title })}
      button={t('Delete for good')}
      done={t('Document deleted.')}
      work={(header) => suite.delete(PATH, { params: { ...params, header, query: { hard: true } } })}
      after={() => navigate({ to: '/documents' })}
      close={close}
    >
      {t('Nobody can bring it back. Its attachments stay among the files.')}
    </Confirm>
  ));
  return (
    <Alert
      color="yellow"
      variant="light"
      className="note"
      icon={<Icon name="trash" />}
      mb="md"
      title={t('In the trash')}
    >
      {purge_at && rich('It is deleted for good {purge}.', { purge: <When at={purge_at} /> })}
      {may('office:write') && (
        <Button.Group mt="xs">
          <Button size="compact-sm" variant="default" loading={restore.running} onClick={restore.run}>
            {t('Restore')}
          </Button>
          {effective_roles.some((role) => role === 'office:admin' || role === 'workspace:owner') && (
            <Button size="compact-sm" variant="default" onClick={openDelete}>
              {t('Delete for good')}
            </Button>
          )}
        </Button.Group>
      )}
      {restore.error && <Problem error={restore.error} />}
      {dialog}
    </Alert>
  );
}
