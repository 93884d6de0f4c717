import { ActionIcon, Button, Menu } from '@mantine/core';
import { Icon, Problem, type Shown, suite, useAction } from '../../kit/index.js';
import { VALUES } from './cells.js';
import type { Failure } from './edits.js';
import { areaName, cellName, cellsIn, rangeOf } from './range.js';
import { isFormula } from './typed.js';
import { t } from '../../kit/language.js';

interface ToolProps {
  icon: 'undo' | 'redo';
  label: string;
  off: boolean;
  run: () => void;
}

export const Tool = ({ icon, label, off, run }: ToolProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={off} onClick={run}>
    <Icon name={icon} size={16} />
  </ActionIcon>
);

/** Makes a tab larger: it grows with what is written into it, an empty text too. */
export function Larger({ id, tab }: { id: string; tab: Shown<'Tab'> }) {
  const grow = async (rows: number, columns: number) => {
    const range = rangeOf(tab.name, cellName(tab.rows + rows - 1, tab.columns + columns - 1));
    await suite.put(VALUES, { params: { path: { id } }, body: { range, values: [['']] } });
  };
  const more = [
    { label: t('Add 1,000 rows'), action: useAction(() => grow(1000, 0), { done: t('The tab has 1,000 more rows.') }) },
    { label: t('Add 10 columns'), action: useAction(() => grow(0, 10), { done: t('The tab has 10 more columns.') }) },
  ];
  const error = more.find(({ action }) => action.error)?.action.error;
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="compact-sm" variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
            {t('Add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {more.map(({ label, action }) => (
            <Menu.Item key={label} onClick={action.run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error && <Problem error={error} />}
    </>
  );
}

/** Says which edit was not made, why, and what can be done about it. */
export function Failed({ of: { edit, error, conflict, again }, close }: { of: Failure; close: () => void }) {
  const { tab, area } = (conflict?.change ?? edit.changes[0])!;
  const one = cellsIn(area) === 1 && conflict?.now[0]![0];
  return (
    <Problem
      error={
        conflict
          ? new Error(
              t('{name}: somebody has changed {area} of “{tab}” since you saw it.', {
                name: edit.name,
                area: areaName(area),
                tab,
              }) +
                (one
                  ? ` ${t('It holds “{value}” now.', { value: String(isFormula(one) ? one.raw : one.shown) })}`
                  : ''),
            )
          : error
      }
    >
      <div className="links-row">
        <Button size="compact-sm" variant="default" onClick={again}>
          {conflict ? t('Write mine') : t('Try again: {name} in {area}', { name: edit.name, area: areaName(area) })}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={close}>
          {conflict ? t('Keep theirs') : t('Close')}
        </Button>
      </div>
    </Problem>
  );
}
