export { ActDialog, MoreMenu, RecordActions, useMayChange, useRemoval } from './actions.js';
export { CLOSE, offersOf } from './acts.js';
export { Belongs, listOf } from './belongs.js';
export { columnsOf, placeOfRow } from './columns.js';
export { Make } from './make.js';
export { nameOf, nounOf } from './nouns.js';
export { Value } from './value.js';
export { Links, RecordView } from './view.js';
export { TwoColumns } from './two-columns.js';
