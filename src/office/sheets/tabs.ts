import { type Detail, invalid, invalidField } from '../../platform/index.js';
import { type Area, MAX_COLUMNS, MAX_ROWS, parseRange, type Range, wholeTab } from './a1.js';
import type { Tab } from './sheet.entity.js';

export const MAX_TABS = 200;

/** Cells of all tabs of a sheet together, empty ones counted. */
const MAX_CELLS = 10_000_000;

/** Excel's rules for the name of a tab, which the engine shares. */
const NAME = /^(?!')[^/\\?*:[\]]{1,31}(?<!')$/u;

/** Checks new tabs: names, each of them once, and how many cells they have together. */
export function checkTabs(tabs: readonly Tab[], field: string): void {
  const problems: Detail[] = [];
  const names = new Set<string>();
  for (const [index, { name }] of tabs.entries()) {
    const at = `${field}[${index}].name`;
    const taken = names.has(nameKey(name));
    names.add(nameKey(name));
    if (!NAME.test(name)) {
      const message = `${at} must not contain any of / \\ ? * : [ ], nor begin or end with an apostrophe.`;
      problems.push({ field: at, code: 'invalid_value', message });
    } else if (taken) {
      problems.push({
        field: at,
        code: 'duplicate',
        message: `${at} must differ from the other names, ignoring case.`,
      });
    }
  }
  if (!tabs.length) problems.push({ field, code: 'required', message: `${field} must have at least one tab.` });
  if (sizeOf(tabs) > MAX_CELLS) {
    problems.push({
      field,
      code: 'too_large',
      message: `A sheet must have at most ${MAX_CELLS} cells in all its tabs.`,
    });
  }
  if (problems.length) throw invalid(problems);
}

/** Resolves A1 notation in a sheet with these tabs. The bare name of a tab is that tab, even if it looks like a cell. */
export const rangeIn = (tabs: readonly Tab[], text: string): Range =>
  !text.includes('!') && named(text, tabs) >= 0 ? wholeTab(text) : parseRange(text);

/** The position of the tab that a range is about; 400 where there is none of this name. */
export function tabOf({ tab }: Range, tabs: readonly Tab[]): number {
  if (tab === null) return 0;
  const position = named(tab, tabs);
  if (position < 0)
    throw invalidField('range', 'not_found', `range names the tab ${tab}, but the sheet has no such tab.`);
  return position;
}

/** The position of the tab with this name, ignoring case; -1 where there is none. */
export const named = (wanted: string, tabs: readonly Tab[]): number =>
  tabs.findIndex(({ name }) => nameKey(name) === nameKey(wanted));

/** The cells of a range, its open sides at the bounds of the tab. */
export const within = ({ top, left, bottom, right }: Range, { rows, columns }: Tab): Area => ({
  top,
  left,
  bottom: bottom ?? Math.max(top, rows),
  right: right ?? Math.max(left, columns),
});

/** The part of an area that lies inside of a tab; null where none does. */
export function clipped({ top, left, bottom, right }: Area, { rows, columns }: Tab): Area | null {
  if (top > rows || left > columns) return null;
  return { top, left, bottom: Math.min(bottom, rows), right: Math.min(right, columns) };
}

export const cellsOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1);

/** The tabs, one of them grown so that an area fits; 400 on the field where the sheet would become too large. */
export function grown(
  tabs: readonly Tab[],
  position: number,
  { bottom, right }: Pick<Area, 'bottom' | 'right'>,
  field: string,
): Tab[] {
  const after = tabs.map((tab, index) =>
    index === position ? { ...tab, rows: Math.max(tab.rows, bottom), columns: Math.max(tab.columns, right) } : tab,
  );
  if (bottom > MAX_ROWS || right > MAX_COLUMNS) {
    throw invalidField(field, 'out_of_range', `Values must stay within column XFD and row ${MAX_ROWS}.`);
  }
  if (sizeOf(after) > MAX_CELLS) {
    throw invalidField(field, 'out_of_range', `The sheet would have more than ${MAX_CELLS} cells.`);
  }
  return after;
}

const sizeOf = (tabs: readonly Tab[]) => tabs.reduce((sum, { rows, columns }) => sum + rows * columns, 0);

const nameKey = (name: string) => name.toUpperCase();
