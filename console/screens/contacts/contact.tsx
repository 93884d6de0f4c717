import { Button, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  AddButton,
  Calm,
  Dialog,
  Facts,
  Go,
  Named,
  PickOne,
  placeOf,
  Problem,
  Ready,
  Section,
  type Shown,
  Status,
  suite,
  useAction,
  useDialog,
  useMay,
  useRead,
} from '../../kit/index.js';
import WouldChange from '../../kit/preview/would-change.js';
import { RecordView, TwoColumns } from '../../kit/record/index.js';
import { money } from '../../kit/money.js';
import NewDeal from '../deals/new.js';
import { Activities, created } from '../deals/activities.js';
import { useEdits } from '../deals/changes.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/contacts/$id');

type Contact = Shown<'Contact'>;

export default function OneContact() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Contacts'), to: '/contacts' }}
      hide={['display_name', 'email', 'phone', 'organization_name', 'owner_id']}
      above={About}
      body={Body}
      actions={MergeButton}
    />
  );
}

const Body = ({ of: contact, details }: { of: Contact; details: ReactNode }) => (
  <TwoColumns
    about={<About of={contact} />}
    main={<Timeline of={contact} />}
    rest={
      <>
        <Deals of={contact} />
        {details}
      </>
    }
  />
);

/** Activities of a contact, and edits. */
const Timeline = ({ of: { id, created_at } }: { of: Contact }) => (
  <Activities
    path="/v1/sales/contacts/{id}/activities"
    prefix="cnt"
    id={id}
    beside={[useEdits(id, 'sales.contact')]}
    known={[created(created_at)]}
  />
);

const About = ({ of: contact }: { of: Contact }) => (
  <Section title={t('About')}>
    <Facts
      of={{
        'E-mail': contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>,
        [t('Phone')]: contact.phone && <a href={`tel:${contact.phone.replaceAll(' ', '')}`}>{contact.phone}</a>,
        [t('Company')]: contact.organization_name && (
          <Go to="/contacts" search={{ q: contact.organization_name }}>
            {contact.organization_name}
          </Go>
        ),
        [t('Owner')]: contact.owner_id && <Named of={contact.owner_id} />,
      }}
    />
  </Section>
);

function Deals({ of: { id } }: { of: Contact }) {
  const deals = useRead('/v1/sales/deals', { query: { contact_id: id, limit: 50 } });
  const may = useMay();
  const [add, adding] = useDialog((close) => <NewDeal initial={{ contact_ids: [id] }} close={close} />);
  return (
    <Section title={t('Deals')} beside={may('sales:write') && <AddButton onClick={add}>{t('Add deal')}</AddButton>}>
      <Ready of={deals}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((deal) => (
                <li key={deal.id}>
                  <Status is={deal.status} />
                  <Go to={placeOf(deal.id)}>{deal.title}</Go>
                  <span className="soft">{money(deal.value, deal.currency)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="minus">{t('No deals yet')}</Calm>
          )
        }
      </Ready>
      {adding}
    </Section>
  );
}

const MERGE = '/v1/sales/contacts/merge';

function MergeButton({ of: contact }: { of: Contact }) {
  const may = useMay();
  const [open, dialog] = useDialog((close) => <Merge of={contact} close={close} />);
  if (!may('sales:write') || contact.status === 'archived') return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('Merge')}
      </Button>
      {dialog}
    </>
  );
}

/** Merges another contact into this one. It can be undone on the page of the other one. */
function Merge({ of: { id, display_name, email }, close }: { of: Contact; close: () => void }) {
  const [other, pick] = useState('');
  const body = { primary_id: id, duplicate_id: other };
  const merge = useAction(() => suite.post(MERGE, { body }), {
    done: t('The contacts are one.'),
    close,
  });
  const choose = (chosen: string) => {
    merge.reset();
    pick(chosen);
  };
  return (
    <Dialog onClose={close} title={t('Merge into {display_name}', { display_name: display_name ?? email ?? id })}>
      <div className="stack">
        <p className="soft">
          {t(
            'The other contact is archived. What is empty here is taken from it, and its deals become deals of this one. “Undo the merge” on the page of the other one takes it back.',
          )}
        </p>
        <PickOne of="cnt" label={t('The other contact')} required value={other} onChange={choose} />
        {other && !merge.error && <WouldChange of={{ method: 'post', path: MERGE, body }} />}
        {merge.error && <Problem error={merge.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button disabled={!other} loading={merge.running} onClick={merge.run}>
            {t('Merge')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
