import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** A text in the sources of the console. */
export interface Found {
  /** `console/kit/words.ts:12` */
  at: string;
  text: string;
  node: ts.Node;
}

/** Attributes and keys of objects whose values people read, however short: `label: 'any'`. */
const SHOWN = new Set(
  'any aria-label aria-description aria-roledescription asks button children done help label none noun nouns placeholder words'.split(
    ' ',
  ),
);
/** Those whose values nobody reads. */
const SILENT = new Set(
  'accept align as autoComplete className class color component content cursor data-testid display fontFamily from gap href icon id key kind list method mod path position queryKey rel role rule section shows size style target to tone transition type variant width withAsterisk aria-keyshortcuts aria-haspopup aria-controls aria-describedby aria-labelledby template viewBox d fill stroke'.split(
    ' ',
  ),
);
/** Functions whose texts are for machines. */
const MACHINES = new Set(
  'addEventListener removeEventListener querySelector querySelectorAll getRouteApi matches closest createElement getElementById setAttribute getAttribute removeAttribute matchMedia includes startsWith endsWith indexOf has get set page split join replace replaceAll is RegExp Intl NumberFormat DateTimeFormat execCommand lazyPage import test useMay may append'.split(
    ' ',
  ),
);
/** Keys of the keyboard, and headers. */
const NO_TEXT =
  /^(Enter|Escape|(Failed to fetch a part of the console|A screen of an extension failed:)|Tab|Arrow\w+|Home|End|Page(Up|Down)|Backspace|Delete|Space|Shift|Control|Meta|Alt|F\d+|[A-Z]+|(If|Content|X)-[\w-]+|[A-Z][a-z]+Error|Android|Windows|Linux|ChromeOS|Edge|Opera|Firefox|Chrome|Safari|Asana|Clockify|Confluence|Greenhouse|HubSpot|Jira|Kimai|Lever|Linear|Notion|Outline|Pipedrive|Salesforce|Trello|TypeScript|Markdown|Acme)$/;
const CAPITAL = /^\W*\p{Lu} ?\p{Ll}/u;
const SENTENCE = /\p{L}{2}[.,:;!?]?\s+(\S+\s+)*\p{L}{2}/u;

/** Names that people also read: `label: 'Delete'`. */
const KEYS = /^(Delete|Home|End|Enter|Space|Tab|Shift)$/;

const reads = (text: string, place: { kind: string; name: string }) =>
  KEYS.test(text)
    ? place.kind === 'shown' || ['title', 'button', 'label'].includes(place.name)
    : !NO_TEXT.test(text.trim()) &&
      (CAPITAL.test(text) ||
        SENTENCE.test(text) ||
        /\p{L}…$/u.test(text) ||
        (/\p{L}{2}/u.test(text) && text !== text.trim()));

const nameOf = (node: ts.Node | undefined): string =>
  !node
    ? ''
    : ts.isIdentifier(node) || ts.isStringLiteral(node) || ts.isPrivateIdentifier(node)
      ? node.text
      : ts.isPropertyAccessExpression(node)
        ? node.name.text
        : ts.isJsxNamespacedName(node)
          ? node.getText()
          : '';

/** The attribute, key or call that a literal stands in, through ternaries, `&&`, arrays and parentheses. */
export function placeOf(node: ts.Node): { kind: 'shown' | 'silent' | 'other'; name: string } {
  let at: ts.Node = node;
  for (;;) {
    const { parent } = at;
    if (!parent) return { kind: 'other', name: '' };
    if (
      ts.isTypeNode(parent) ||
      ts.isImportDeclaration(parent) ||
      ts.isExportDeclaration(parent) ||
      ts.isModuleDeclaration(parent) ||
      ts.isExternalModuleReference(parent)
    )
      return { kind: 'silent', name: 'type' };
    if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return { kind: 'silent', name: 'index' };
    if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      if (
        [
          ts.SyntaxKind.EqualsEqualsEqualsToken,
          ts.SyntaxKind.ExclamationEqualsEqualsToken,
          ts.SyntaxKind.InKeyword,
        ].includes(kind)
      )
        return { kind: 'silent', name: '===' };
    }
    if (ts.isConditionalExpression(parent) && parent.condition === at) return { kind: 'other', name: '?' };
    if (ts.isPropertyAssignment(parent)) {
      if (parent.name === at) return { kind: 'other', name: 'key' };
      if (ts.isStringLiteral(parent.name) && parent.name.text === 'data-side')
        return { kind: 'silent', name: 'data-side' };
      const name = nameOf(parent.name);
      return { kind: SILENT.has(name) ? 'silent' : SHOWN.has(name) ? 'shown' : 'other', name };
    }
    if (ts.isJsxAttribute(parent)) {
      const name = nameOf(parent.name);
      return { kind: SILENT.has(name) ? 'silent' : SHOWN.has(name) ? 'shown' : 'other', name };
    }
    if (ts.isBindingElement(parent) || ts.isParameter(parent)) {
      const name = nameOf(parent.name);
      return { kind: SILENT.has(name) ? 'silent' : SHOWN.has(name) ? 'shown' : 'other', name };
    }
    if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
      const name = nameOf(parent.expression);
      return { kind: MACHINES.has(name) ? 'silent' : 'other', name: `${name}()` };
    }
    if (ts.isTaggedTemplateExpression(parent)) return { kind: 'silent', name: 'tag' };
    if (ts.isJsxExpression(parent)) {
      if (ts.isJsxAttribute(parent.parent)) {
        at = parent;
        continue;
      }
      return { kind: 'shown', name: 'children' };
    }
    if (ts.isStatement(parent) || ts.isVariableDeclaration(parent) || ts.isArrowFunction(parent))
      return { kind: 'other', name: '' };
    at = parent;
  }
}

/** `<code>files/</code>` */
const isCode = (node: ts.Node) =>
  ts.isJsxElement(node.parent) && node.parent.openingElement.tagName.getText() === 'code';

/** `<Facts of={{ Name: … }} />` */
function isOfFacts(node: ts.Node): boolean {
  for (let at = node.parent; at && !ts.isStatement(at); at = at.parent)
    if (ts.isJsxAttribute(at))
      return nameOf(at.name as ts.Node) === 'of' && /^<(Facts|Figures)\b/.test(at.parent.parent.getText());
  return false;
}

export const sourceOf = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The sources of the console, without the languages themselves. */
export const sources = (): ts.SourceFile[] =>
  globSync('console/{app,kit,screens}/**/*.{ts,tsx}')
    .toSorted()
    .map((file) => sourceOf(file, readFileSync(file, 'utf8')));

/** Names of what a browser keeps, styles, and commands: as long as a text, and none. */
const NAMES = new Set([
  'folds of the navigation',
  'used in the search',
  'single keys',
  'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  'translate({}px, {}px)',
  'translate(0 {})',
  'min({}px, 100vw - 1rem)',
  'workspace-suite-events {}',
  'Bearer {}',
  'first view of {}, {}',
  'upload {} {} {}',
  'get started in {}',
  'npm run -s cli -- workspace import FILE',
  'curl',
  'TypeScript',
]);

const TRANSLATES = new Set(['t', 'rich', 'plural', 'inContext', 'deferred']);

const placeIn = (source: ts.SourceFile, node: ts.Node) =>
  `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** Texts that people read and that do not stand in the catalogue. */
export function textsOutside(source: ts.SourceFile): Found[] {
  const found: Found[] = [];
  const note = (node: ts.Node, text: string) =>
    !NAMES.has(text) && found.push({ at: placeIn(source, node), text, node });
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && TRANSLATES.has(node.expression.text)) {
      // The text itself is looked at elsewhere; values within it may be texts again.
      const texts = { plural: [1, 2], inContext: [0, 1] }[node.expression.text] ?? [0];
      node.arguments.filter((_, index) => !texts.includes(index)).forEach(visit);
      return;
    }
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text) && !isCode(node)) note(node, node.text.replace(/\s+/g, ' '));
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const place = placeOf(node);
      if (
        place.kind !== 'silent' &&
        (reads(node.text, place) || (place.kind === 'shown' && /^[a-z]+$/.test(node.text)))
      )
        note(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      const whole = parts.join('{}');
      const { kind } = placeOf(node);
      if (
        kind !== 'silent' &&
        !/^\/|^https?:|^[\w{}]*[-_]\{/.test(whole) &&
        (parts.some((part) => /\p{L}{2,}/u.test(part) && /\s/.test(part)) ||
          CAPITAL.test(whole) ||
          SENTENCE.test(whole))
      )
        note(node, whole);
    } else if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      CAPITAL.test(node.name.text) &&
      isOfFacts(node)
    )
      note(node.name, node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A text of the catalogue, where the code says it. */
export interface Said extends Found {
  /** The form for one of a text with a number. */
  one?: string;
  /** The names of the values that the code gives. Null: it gives none. */
  values: string[] | null;
}

/** Texts of the catalogue. One that is no literal is empty. */
export function textsSaid(source: ts.SourceFile): Said[] {
  const found: Said[] = [];
  const literal = (of: ts.Node | undefined) => (of && ts.isStringLiteralLike(of) ? of.text : '');
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || !TRANSLATES.has(node.expression.text))
      return;
    const [first, second, third, fourth] = node.arguments;
    const isPlural = node.expression.text === 'plural';
    const given = isPlural ? fourth : second;
    const names =
      given && ts.isObjectLiteralExpression(given) ? given.properties.map(({ name }) => nameOf(name)) : null;
    const shared = { at: placeIn(source, node), node };
    if (node.expression.text === 'inContext')
      found.push({ ...shared, text: `${literal(first)}|${literal(second)}`, values: null });
    else if (isPlural)
      found.push({ ...shared, text: literal(third), one: literal(second), values: ['count', ...(names ?? [])] });
    else found.push({ ...shared, text: literal(first), values: names });
  };
  visit(source);
  return found;
}
