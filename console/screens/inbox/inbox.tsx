import { Button, SegmentedControl } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Empty, Go, Listed, Page, suite, useAction, useList } from '../../kit/index.js';
import styles from './inbox.module.css';
import { Items } from './items.js';

const route = getRouteApi('/inbox');

/** The inbox of whoever is signed in, the latest first. */
export default function Inbox() {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const items = useList('/v1/inbox', { query: show === 'all' ? {} : { unread: true } });
  const readAll = useAction(() => suite.post('/v1/inbox/read', { body: { all: true } }), { done: 'All are read.' });
  return (
    <Page
      title="Inbox"
      about="What others did that concerns you. J and K go from one to the next, E marks it as read."
      pages={
        <nav className={`links-row ${styles.pages}`} aria-label="About the inbox">
          <Go to="/reviews">Approvals</Go>
          <Go to="/inbox/settings">What you are told</Go>
        </nav>
      }
      actions={
        <>
          <SegmentedControl
            aria-label="Show"
            data={[
              { value: 'unread', label: 'Unread' },
              { value: 'all', label: 'All' },
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
            Mark all as read
          </Button>
        </>
      }
    >
      <Listed
        of={items}
        empty={
          <Empty icon="inbox" title={show === 'all' ? 'Nothing here yet' : 'You have read everything'}>
            Mentions, assignments and comments come here, and changes of records that you follow.
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
