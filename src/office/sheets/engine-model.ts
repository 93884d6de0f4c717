import { initSync, Model } from '@ironcalc/wasm';
import { randomBytes } from 'node:crypto';
import { workerData } from 'node:worker_threads';
import type { Cell } from './cell.ts';
import type { DefinedName } from './sheet.entity.ts';

/** Helper tab with probes, after all others, with an unguessable name. */
const PROBES = randomBytes(15).toString('hex');

const { memory } = initSync({ module: workerData.module });

/** A workbook of the engine, which computes only when it is asked to. */
export function newModel(): Model {
  const model = new Model('sheet', 'en', 'UTC', 'en');
  model.pauseEvaluation();
  return model;
}

/** The tabs of a sheet, and that of probes behind them. */
export function addTabs(model: Model, tabs: string[]): void {
  for (const [index, name] of tabs.entries()) {
    if (index > 0) model.newSheet();
    if (model.getWorksheetsProperties()[index]!.name !== name) model.renameSheet(index, name);
  }
  model.newSheet();
  model.renameSheet(tabs.length, PROBES);
}

/** An absolute reference, independent of where the name is used. */
const REFERENCE =
  /^('([^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!(\$[a-z]+\$\d+(:\$[a-z]+\$\d+)?|\$[a-z]+:\$[a-z]+|\$\d+:\$\d+)$/iu;

/** Defines names that are absolute references. */
export function addNames(model: Model, names: DefinedName[]): void {
  for (const { name, tab, formula } of names) {
    if (!REFERENCE.test(formula)) continue;
    try {
      model.newDefinedName(name, tab, formula);
    } catch (error) {
      if ((error as Error).name === 'RuntimeError') throw error;
    }
  }
}

/** Words that may be names, in upper case. */
export const wordsOf = (text: string) => text.toUpperCase().match(/[\p{L}_][\p{L}\p{N}_.]*/gu) ?? [];

export function evaluate(model: Model): void {
  // Guard area at the end of the stack, to detect an overflow.
  const end = () => new Uint8Array(memory.buffer, workerData.stackEnd, 65_536);
  end().fill(1);
  model.evaluate();
  if (end().some((byte) => byte !== 1)) throw new RangeError('The stack ran into the memory below it.');
}

/** Input text that reproduces the cell. Numbers without exponent, which would set a format. */
export function inputOf({ value, formula, isError }: Cell, tabs: number): string {
  // Excludes the helper tab from SHEETS().
  if (formula !== undefined) return formula.replace(/\bSHEETS\(\s*\)/gi, String(tabs));
  if (typeof value === 'boolean') return String(value).toUpperCase();
  if (typeof value === 'string') return isError ? value : `'${value}`;
  const text = String(value);
  const [digits, exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole, decimals = ''] = digits!.replace('-', '').split('.') as [string, string?];
  const power = Number(exponent);
  const plain =
    power < 0 ? `0.${'0'.repeat(-power - 1)}${whole}${decimals}` : (whole + decimals).padEnd(power + 1, '0');
  return value < 0 ? `-${plain}` : plain;
}
