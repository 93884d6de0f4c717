import { type Detail, invalid, invalidField } from '../../platform/index.js';
import { type Area, MAX_COLUMNS, MAX_ROWS, parseRange, type Range, wholeTab } from './a1.js';
import type { Tab } from './sheet.entity.js';

export const MAX_TABS = 200;

/** Maximum cells of all tabs, empty ones included. */
const MAX_CELLS = 10_000_000;

/** Excel's rules for the name of a tab, which the engine shares. */
const NAME = /^(?!')[^/\\?*:[\]]{1,31}(?<!')$/u;

/** Validates new tabs: unique names and total size. */
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

/** Resolves A1 notation. A bare tab name is that tab, even if it looks like a cell. */
export const rangeIn = (tabs: readonly Tab[], text: string): Range =>
  !text.includes('!') && named(text, tabs) >= 0 ? wholeTab(text) : parseRange(text);

/** Index of the tab of a range; 400 if it does not exist. */
export function tabOf({ tab }: Range, tabs: readonly Tab[]): number {
  if (tab === null) return 0;
  const position = named(tab, tabs);
  if (position < 0)
    throw invalidField('range', 'not_found', `range names the tab ${tab}, but the sheet has no such tab.`);
  return position;
}

/** Index of the tab with this name, ignoring case; -1 if none. */
export const named = (wanted: string, tabs: readonly Tab[]): number =>
  tabs.findIndex(({ name }) => nameKey(name) === nameKey(wanted));

/** Area of a range, with open sides at the bounds of the tab. */
export const within = ({ top, left, bottom, right }: Range, { rows, columns }: Tab): Area => ({
  top,
  left,
  bottom: bottom ?? Math.max(top, rows),
  right: right ?? Math.max(left, columns),
});

/** Intersection of an area with a tab; null if empty. */
export function clipped({ top, left, bottom, right }: Area, { rows, columns }: Tab): Area | null {
  if (top > rows || left > columns) return null;
  return { top, left, bottom: Math.min(bottom, rows), right: Math.min(right, columns) };
}

export const cellsOf = ({ top, left, bottom, right }: Area): number => (bottom - top + 1) * (right - left + 1);

/** The tabs, with one enlarged to contain an area; 400 on `field` if the sheet becomes too large. */
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
