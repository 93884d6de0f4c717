/**
 * Functions with the prefix `_xlfn.` in files, because they are newer than the format ([MS-XLSX] 2.2.3): these, and most with a
 * dot.
 */
const LATER = new Set(
  (
    'ACOT ACOTH AGGREGATE ANCHORARRAY ARABIC ARRAYTOTEXT BASE BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW ' +
    'CHOOSECOLS CHOOSEROWS COMBINA CONCAT COT COTH CSC CSCH DAYS DECIMAL DROP EXPAND FORMULATEXT GAMMA GAUSS HSTACK ' +
    'IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM MAKEARRAY MAP MAXIFS ' +
    'MINIFS MUNIT NUMBERVALUE PDURATION PERCENTOF PERMUTATIONA PHI RANDARRAY REDUCE REGEXEXTRACT REGEXREPLACE ' +
    'REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SORTBY SWITCH TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT ' +
    'TOCOL TOROW TRIMRANGE UNICHAR UNICODE UNIQUE VALUETOTEXT VSTACK WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR'
  ).split(' '),
);
const DOTTED = /^(?!(ERROR\.TYPE|(ECMA|ISO)\.CEILING|(NETWORKDAYS|WORKDAY)\.INTL)$)[A-Z\d]+\./;
const LATEST = /^(FILTER|SORT)$/;

/** Token types, one group each. Sticky, because searching would rescan each position of a long name. */
const TOKENS = new RegExp(
  [
    /(?<space>\s+)/iuy,
    /(?<constant>"(?:[^"]|"")*"|#(?:REF!|NAME\?|VALUE!|DIV\/0!|N\/A|NUM!|NULL!)|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iuy,
    /(?<tab>'(?:[^']|'')+'!|[\p{L}_][\p{L}\p{N}_.]*!)/iuy,
    /(?<call>[\p{L}_][\p{L}\p{N}_.]*)(?=\()/iuy,
    /(?<name>[\p{L}_\\$][\p{L}\p{N}_.\\$?]*)/iuy,
    /(?<infix><>|<=|>=|[-+*/^&=<>:])/iuy,
    /(?<mark>[(){},;%#@])/iuy,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iuy',
);

const CLOSING: Record<string, string> = { call: ')', '(': ')', '{': '}' };

/**
 * A formula in the syntax of Excel files: without `=`, with prefixed functions, and with missing parentheses added, as Excel
 * does. Null for what Excel would reject, such as an unknown tab or a name in `gone` (upper case), even if the engine accepts
 * it. Names may refer to several areas.
 */
export function inExcel(
  formula: string,
  tabs: ReadonlySet<string>,
  { gone, isName = false }: { gone?: ReadonlySet<string>; isName?: boolean } = {},
): string | null {
  /** The stack of open calls, parentheses and lists. */
  const open: string[] = [];
  let wantsOperand = true;
  let before = '';
  let text = '';
  TOKENS.lastIndex = 1;
  while (TOKENS.lastIndex < formula.length) {
    const [token, groups] = [TOKENS.exec(formula), open.at(-1)] as const;
    if (!token) return null;
    const [piece] = token;
    const { space, constant, tab, call, name, infix } = token.groups!;
    if (space !== undefined) {
      text += piece;
      continue;
    }
    if (constant !== undefined || name !== undefined) {
      if (!wantsOperand || (name !== undefined && gone?.has(name.toUpperCase()))) return null;
      wantsOperand = false;
    } else if (tab !== undefined) {
      if (!wantsOperand || !tabs.has(nameOf(tab)) || !/[\p{L}\d$#]/u.test(formula[TOKENS.lastIndex] ?? '')) return null;
    } else if (call !== undefined) {
      if (!wantsOperand) return null;
    } else if (infix !== undefined) {
      if (wantsOperand && !/[-+]/.test(infix)) return null;
      wantsOperand = true;
    } else if (piece === '(') {
      if (!wantsOperand && before !== ')') return null;
      open.push(before === 'call' || !wantsOperand ? 'call' : '(');
      wantsOperand = true;
    } else if (piece === '{') {
      if (!wantsOperand) return null;
      open.push('{');
    } else if (piece === ')' || piece === '}') {
      if (!groups || CLOSING[groups] !== piece || (wantsOperand && groups !== 'call')) return null;
      open.pop();
      wantsOperand = false;
    } else if (piece === ',' || piece === ';') {
      if ((!groups && !isName) || (piece === ';' && groups !== '{') || (wantsOperand && groups !== 'call')) return null;
      wantsOperand = true;
    } else if (piece === '@') {
      if (!wantsOperand) return null;
    } else if (wantsOperand) {
      return null;
    }
    text += call === undefined ? piece : `${prefixOf(piece)}${piece}`;
    before = call === undefined ? piece : 'call';
  }
  if (open.includes('{') || (wantsOperand && open.at(-1) !== 'call')) return null;
  return text + ')'.repeat(open.length);
}

/** Whether a formula refers to a tab that is not among `tabs` (their names in capitals). */
export function missesTab(formula: string, tabs: ReadonlySet<string>): boolean {
  TOKENS.lastIndex = 1;
  for (let token; (token = TOKENS.exec(formula));) {
    const { tab } = token.groups!;
    if (tab !== undefined && !tabs.has(nameOf(tab))) return true;
  }
  return false;
}

const nameOf = (tab: string) =>
  (tab.startsWith("'") ? tab.slice(1, -2).replaceAll("''", "'") : tab.slice(0, -1)).toUpperCase();

function prefixOf(call: string): string {
  const name = call.toUpperCase();
  if (LATEST.test(name)) return '_xlfn._xlws.';
  return LATER.has(name) || DOTTED.test(name) ? '_xlfn.' : '';
}
