import { parseRange } from './a1.js';
import { inExcel } from './excel-formula.js';
import type { ImportWarning } from './sheet.dto.js';
import type { DefinedName } from './sheet.entity.js';

/** Limits of defined names, because the engine is slow with more. */
const MAX_NAMES = 500;
const MAX_NAME = 255;

/** A defined name, as the file has it. */
export interface FoundName {
  name: string;
  formula: string;
  /** Index of the tab it is local to. */
  tab: string | undefined;
}

/** Names that are kept (within limits and valid in Excel), and warnings for the others. */
export function namesOf(
  found: FoundName[],
  position: (tab: string) => number,
  tabs: ReadonlySet<string>,
): { names: DefinedName[]; warnings: ImportWarning[] } {
  const names = new Map<string, DefinedName>();
  const warnings: ImportWarning[] = [];
  for (const { name, formula, tab: text } of found) {
    const tab = text === undefined ? null : position(text);
    const key = `${tab} ${name.toUpperCase()}`;
    const problem =
      name.length > MAX_NAME || formula.length > MAX_NAME
        ? `or its definition has more than ${MAX_NAME} characters`
        : tab === -1
          ? 'belongs to a missing tab'
          : !isName(name) || names.has(key)
            ? 'is not a valid name in Excel'
            : inExcel(`=${formula}`, tabs, { isName: true }) === null
              ? 'refers to something outside the file: another workbook, a table or a missing tab'
              : names.size === MAX_NAMES
                ? `exceeds the limit of ${MAX_NAMES} names`
                : null;
    if (problem === null) names.set(key, { name, tab, formula });
    else warnings.push({ name: name.slice(0, MAX_NAME), reason: `The name ${problem}; it was not imported.` });
  }
  return { names: [...names.values()], warnings };
}

/** Excludes names that look like a cell in A1 or R1C1 notation. */
const isName = (text: string) =>
  /^[\p{L}_\\][\p{L}\p{N}_.\\?]*$/u.test(text) && !/^(r\d*)?(c\d*)?$/i.test(text) && !isCell(text);

function isCell(text: string): boolean {
  try {
    return parseRange(text).isCell;
  } catch {
    return false;
  }
}
