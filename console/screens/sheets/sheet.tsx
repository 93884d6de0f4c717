import './sheet.css';
import { SegmentedControl, Tabs } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Copyable, CopyAs, Named, Page, Ready, type Shown, useFilters, useRead, When } from '../../kit/index.js';
import { Grid } from './grid.js';
import { Download } from './download.js';
import { rangeOf } from './range.js';

export default function SheetPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Ready of={useRead('/v1/office/sheets/{id}', { path: { id } })}>{(sheet) => <One sheet={sheet} />}</Ready>;
}

function One({ sheet: { id, title, sheets, owner_id, updated_at, revision } }: { sheet: Shown<'Sheet'> }) {
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
    <Page
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
          <CopyAs request={request} />
          <Download id={id} title={title} tab={tab.name} />
        </>
      }
    >
      <Tabs
        // By their places: names of tabs are no ids.
        value={String(sheets.indexOf(tab))}
        onChange={(place) => choose('tab', place === '0' ? '' : sheets[Number(place)]!.name)}
        className="sheet-tabs"
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
    </Page>
  );
}
