import { getRouteApi } from '@tanstack/react-router';
import {
  actionInWords,
  Calm,
  Copyable,
  Empty,
  Exact,
  Facts,
  formerNameOf,
  Go,
  localOf,
  type Query,
  Ready,
  RecordOf,
  RecordPage,
  Section,
  type Shown,
  type Titles,
  useRead,
  When,
  worded,
} from '../../kit/index.js';
import { deviceOf } from '../sessions/device.js';
import { BeforeAfter } from '../../kit/preview/before-after.js';
import { Actor, Outcome } from './parts.js';
import { SameRequest } from './same-request.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/audit-trail/entries/$id');

type Entry = Shown<'AuditEntry'>;

const PATH = '/v1/guard/audit-logs';

/** Milliseconds around an entry in which to look for what else happened. */
const AROUND_MS = 5 * 60_000;

const ACTORS = {
  user: t('A user'),
  api_key: t('An API key'),
  oauth_client: t('An OAuth app'),
  system: t('The system itself'),
  public: t('Somebody without a credential'),
};

const ENDED = {
  success: t('It was done.'),
  failure: t('It was refused: something about the request, or the state of the record, was wrong.'),
  denied: t('It was refused: whoever tried it may not do this.'),
};

export default function OneEntry() {
  const { id } = route.useParams();
  const { at, of } = route.useSearch();
  const time = Date.parse(at);
  // `to` is not in it, and times are whole milliseconds.
  const query: Query = Number.isNaN(time)
    ? { q: id, include: 'resource' }
    : { from: at, to: new Date(time + 1).toISOString(), resource_id: of, limit: 100, include: 'resource' };
  const around = useRead(PATH, { query });
  return (
    <Ready of={around}>
      {({ data, included }) => {
        const entry = data.find((each) => each.id === id);
        return entry ? (
          <One of={entry} titles={included} query={query} />
        ) : (
          <Empty page icon="search" title={t('This entry is not there')}>
            {rich('It may have been purged by the retention of this workspace. Look for it in {link}.', {
              link: <Go to="/audit-trail">{t('the whole trail')}</Go>,
            })}
          </Empty>
        );
      }}
    </Ready>
  );
}

function One({ of: entry, titles, query }: { of: Entry; titles: Titles | undefined; query: Query }) {
  const { action, actor, resource, outcome, timestamp, ip_address, user_agent, request_id, sequence } = entry;
  const near = (ms: number) => localOf(Date.parse(timestamp) + ms);
  return (
    <RecordPage
      of={{ path: PATH, query }}
      title={actionInWords(action)}
      about={ENDED[outcome]}
      within={{ title: t('Audit trail'), to: '/audit-trail' }}
      beside={<Outcome of={outcome} />}
    >
      <div className="cards">
        <Section title={t('Who')}>
          <Facts
            of={{
              [ACTORS[actor.type]]: <Actor of={actor} />,
              ...(actor.id && { [t('Id')]: <Copyable value={actor.id} label={t('the id')} /> }),
              [t('From the address')]: ip_address && (
                <Go to="/audit-trail" search={{ ip_address }}>
                  {ip_address}
                </Go>
              ),
              [t('With')]: user_agent && (
                <>
                  {deviceOf(entry)}
                  {deviceOf(entry) !== user_agent && (
                    <>
                      <br />
                      <small className="soft">{user_agent}</small>
                    </>
                  )}
                </>
              ),
            }}
          />
        </Section>
        <Section title={t('What and when')}>
          <Facts
            of={{
              [t('Record')]:
                resource.id === null ? t('None in particular') : <RecordOf of={resource} titles={titles} />,
              ...(formerNameOf(entry) && { [t('Former name')]: formerNameOf(entry) }),
              ...(resource.id && { [t('Id of the record')]: <Copyable value={resource.id} label={t('the id')} /> }),
              [t('Type')]: worded(resource.type.slice(resource.type.indexOf('.') + 1)),
              [t('When')]: (
                <>
                  <Exact at={timestamp} />{' '}
                  <span className="soft">
                    (<When at={timestamp} />)
                  </span>
                </>
              ),
              [t('Action')]: <Copyable value={action} label={t('the name of the action')} />,
              [t('Request')]: request_id && <Copyable value={request_id} label={t('the request id')} />,
            }}
          />
        </Section>
      </div>
      <Section title={t('What it changed')}>
        {entry.changes && Object.keys(entry.changes).length ? (
          <BeforeAfter of={entry.changes as never} />
        ) : (
          <Calm icon="minus">{outcome === 'success' ? t('No field of a record') : t('Nothing: it was refused')}</Calm>
        )}
      </Section>
      {request_id && <SameRequest of={entry} />}
      <Section title={t('Look further')}>
        <ul className="links">
          {resource.id && (
            <li>
              <Go to="/audit-trail" search={{ resource_id: resource.id }}>
                {t('All that happened to this record')}
              </Go>
            </li>
          )}
          {actor.id && (
            <li>
              <Go to="/audit-trail" search={{ actor_id: actor.id, from: near(-AROUND_MS), to: near(AROUND_MS) }}>
                {t('What else they did within five minutes')}
              </Go>
            </li>
          )}
          <li>
            <Go to="/audit-trail" search={{ action }}>
              {t('Every “{action}”', { action: actionInWords(action) })}
            </Go>
          </li>
        </ul>
      </Section>
      <Section title={t('Seal')}>
        {sequence === null ? (
          <Calm icon="clock">{t('Not sealed yet: entries are sealed within a minute')}</Calm>
        ) : (
          <Facts
            of={{
              [t('Place')]: sequence.toLocaleString(),
              [t('Hash')]: <code>{entry.hash}</code>,
              [t('Hash of the entry before')]: <code>{entry.prev_hash}</code>,
            }}
          />
        )}
      </Section>
    </RecordPage>
  );
}
