import { Modal } from '@mantine/core';
import {
  Calm,
  Go,
  Id,
  Loading,
  Named,
  Ready,
  RowAction,
  type Shown,
  suite,
  typeInWords,
  useCatalogue,
  useRead,
  useReadAny,
  When,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Entry = Shown<'AuditEntry'>;

/** The newest deletions that are looked at. */
const MAX_DELETIONS = 100;

interface TakeBackProps {
  /** The id of the app. */
  of: string;
  name: string;
  close: () => void;
}

/** Records that were deleted through an app and are in the trash, each with a way back; and in words what cannot be undone. */
export function TakeBack({ of: client_id, name, close }: TakeBackProps) {
  const restores = useCatalogue()?.restores;
  const query = { client_id, outcome: 'success', q: '.deleted', limit: MAX_DELETIONS };
  const deletions = useRead('/v1/guard/audit-logs', { query });
  return (
    <Modal opened onClose={close} title={t('What can be taken back of “{name}”', { name })} size="lg">
      <div className="stack">
        <h2>{t('Deleted records')}</h2>
        <Ready of={deletions}>
          {({ data }) => {
            if (!restores) return <Loading rows={3} />;
            const trashed = newestOfEach(data.filter(({ resource }) => resource.id && restores.has(resource.type)));
            if (!trashed.length) return <Calm>{t('It deleted nothing that has a trash.')}</Calm>;
            return (
              <ul className="rows">
                {trashed.map((entry) => (
                  <Deleted key={entry.id} of={entry} path={restores.get(entry.resource.type)!} />
                ))}
              </ul>
            );
          }}
        </Ready>
        <h2>{t('By hand')}</h2>
        <ul className="words">
          <li>
            {rich(
              'Records that it made can be deleted, and records that it changed can be changed back: the {link} says which, with the values of before.',
              {
                link: (
                  <Go to="/audit-trail" search={{ client_id, outcome: 'success' }}>
                    {t('audit trail')}
                  </Go>
                ),
              },
            )}
          </li>
          <li>{t('API keys and webhooks that were made with it end with it.')}</li>
        </ul>
        <h2>{t('What cannot be taken back')}</h2>
        <ul className="words">
          <li>{t('What it has read or downloaded.')}</li>
          <li>{t('Mails and webhooks that its changes have sent.')}</li>
          <li>{t('Records that were removed for good, or that have no trash.')}</li>
        </ul>
      </div>
    </Modal>
  );
}

const newestOfEach = (entries: readonly Entry[]): Entry[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.resource.id, entry])).values()].toReversed();

/** One that was deleted: whether it is in the trash yet, and the way back. `path`: of its restoration. */
function Deleted({ of: { resource, actor, timestamp }, path }: { of: Entry; path: string }) {
  const id = resource.id!;
  const param = /\{(\w+)\}\/restore$/.exec(path)![1]!;
  const names = { [param]: id };
  const record = useReadAny(path.replace(/\/restore$/, ''), { path: names, query: { include_deleted: true } });
  const one = typeInWords(resource.type).replace(/s$/, '');
  return (
    <li>
      <span className="soft">{one}</span>
      <span>
        <Id of={id} /> <span className="soft">{t('deleted')}</span> <When at={timestamp} />{' '}
        <span className="soft">
          {t('by')} {actor.email ?? (actor.id && <Named of={actor.id} />)}
        </span>
      </span>
      {record.data?.deleted_at ? (
        <RowAction
          title={t('Restore')}
          label={t('Restore {id}', { id })}
          icon="refresh"
          work={() => suite.post(path as any, { params: { path: names } } as any)}
          done={t('It is restored.')}
        />
      ) : (
        <span className="soft">{record.data ? t('is there again') : record.error ? t('is gone for good') : '…'}</span>
      )}
    </li>
  );
}
