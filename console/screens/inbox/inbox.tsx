import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Empty, Go, Listed, Page, suite, useAction, useList } from '../../kit/index.js';
import styles from './inbox.module.css';
import { Items } from './items.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/inbox');

/** The inbox of whoever is signed in, the latest first. */
export default function Inbox() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const items = useList('/v1/inbox', { query: show === 'all' ? {} : { unread: true } });
  const readAll = useAction(() => suite.post('/v1/inbox/read', { body: { all: true } }), { done: t('All are read.') });
  return (
    <Page
      title={t('Inbox')}
      about={t('What others did that concerns you. J and K go from one to the next, E marks it as read.')}
      pages={
        <nav className={`links-row ${styles.pages}`} aria-label={t('About the inbox')}>
          <Go to="/reviews">{t('Approvals')}</Go>
          <Go to="/inbox/settings">{t('What you are told')}</Go>
        </nav>
      }
      actions={
        <>
          <SegmentedControl
            aria-label={t('Show')}
            data={[
              { value: 'unread', label: t('Unread') },
              { value: 'all', label: t('All') },
            ]}
            value={show ?? 'unread'}
            onChange={(value) => void navigate({ search: value === 'all' ? { show: 'all' } : {} })}
          />
          <Button
            variant="default"
            disabled={!items.rows.some(({ read_at }) => !read_at)}
            loading={readAll.running}
            onClick={readAll.run}
          >
            {t('Mark all as read')}
          </Button>
        </>
      }
    >
      <Listed
        of={items}
        empty={
          <Empty icon="inbox" title={show === 'all' ? t('Nothing here yet') : t('You have read everything')}>
            {t('Mentions, assignments and comments come here, and changes of records that you follow.')}
          </Empty>
        }
      >
        {(rows) => (
          <div className="card">
            <Items of={rows} />
          </div>
        )}
      </Listed>
    </Page>
  );
}
