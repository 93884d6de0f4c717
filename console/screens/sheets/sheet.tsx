import { SegmentedControl, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Copyable, Named, ReadRecord, RecordPage, type Shown, useFilters, When } from '../../kit/index.js';
import { Grid } from './grid.js';
import { Download } from './download.js';
import { rangeOf } from './range.js';
import styles from './sheet.module.css';

const route = getRouteApi('/sheets/$id');

export default function SheetPage() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: '/v1/office/sheets/{id}', names: { id } }} show={One} />;
}

function One({ of: { id, title, sheets, owner_id, updated_at, revision } }: { of: Shown<'Sheet'> }) {
  const [chosen, choose] = useFilters(['tab', 'cells']);
  const formulas = chosen.cells === 'formulas';
  const tab = sheets.find(({ name }) => name === chosen.tab) ?? sheets[0]!;
  const request = {
    method: 'get' as const,
    path: '/v1/office/sheets/{id}/values',
    names: { id },
    query: { range: rangeOf(tab.name), ...(formulas && { value_render: 'formula' }) },
  };
  return (
    <RecordPage
      of={request}
      title={title}
      within={{ title: 'Spreadsheets', to: '/sheets' }}
      about={
        <>
          <Copyable value={id} label="the id" /> of <Named of={owner_id} />, changed <When at={updated_at} />
        </>
      }
      actions={
        <>
          <SegmentedControl
            aria-label="What cells show"
            data={[
              { value: '', label: 'Values' },
              { value: 'formulas', label: 'Formulas' },
            ]}
            value={formulas ? 'formulas' : ''}
            onChange={(what) => choose('cells', what)}
          />
          <Download id={id} title={title} tab={tab.name} />
        </>
      }
    >
      <Tabs
        // By their places: names of tabs are no ids.
        value={String(sheets.indexOf(tab))}
        onChange={(place) => choose('tab', place === '0' ? '' : sheets[Number(place)]!.name)}
        className={styles.tabs}
      >
        <Tabs.List>
          {sheets.map(({ name }, place) => (
            <Tabs.Tab key={name} value={String(place)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sheets.map((each, place) => (
          <Tabs.Panel key={each.name} value={String(place)}>
            {each === tab && (
              <Grid key={`${id} ${tab.name}`} id={id} tab={tab} revision={revision} formulas={formulas} />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
    </RecordPage>
  );
}
