import type { Area } from './range.js';
import type { Cell, Entry } from './typed.js';

/** A change of an area: the entries for its cells follow from what is in them, or all of them are emptied. */
export interface Change {
  tab: string;
  area: Area;
  entries: ((before: Cell[][]) => Entry[][]) | 'clear';
  /** Contents of the cells when people began. Other contents now are a conflict. */
  seen?: Cell['raw'][][];
  /** Texts that stand in the cells until the server has answered. */
  shown?: (row: number, column: number) => string | undefined;
}

/** Changes that belong together, and are undone together. */
export interface Edit {
  changes: Change[];
  /** `Paste` */
  name: string;
}
