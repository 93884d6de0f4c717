import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Declarations of all that a package can import, as `npm run build` writes them. */
function declarationsOf(entry: string): string {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const emitted = new Map<string, string>();
  const sources = ts.createProgram([join(root, entry)], {
    ...options,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    noCheck: true,
  });
  sources.emit(undefined, (name, text) => emitted.set(name, text));

  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  // Directories that no build has made yet are asked for too.
  host.directoryExists = () => true;
  host.fileExists = (name) => emitted.has(name) || fileExists(name);
  host.readFile = (name) => emitted.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...given) => {
    const text = emitted.get(name);
    return text === undefined ? getSourceFile(name, ...given) : ts.createSourceFile(name, text, options.target!, true);
  };
  const index = [...emitted.keys()].find((name) => name.endsWith(entry.replace(/\.ts$/, '.d.ts')))!;
  const program = ts.createProgram([index], { ...options, noLib: true, types: [] }, host);
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(index)!)!;
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({
      name: symbol.name,
      of: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, of }) => `// ${name}\n${(of.declarations ?? []).map(textOf).join('\n')}\n`)
    .join('\n');
}

/** A declaration without what is private. */
function textOf(declaration: ts.Declaration): string {
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return whole
    .getText()
    .split('\n')
    .filter((line) => !/^\s*(#private;|private )/.test(line))
    .join('\n');
}

it.each([
  ['workspace-suite/platform', 'src/platform/index.ts', 'platform-api.txt'],
  ['workspace-suite/testing', 'test/suite-check/index.ts', 'testing-api.txt'],
])('what packages can import of %s changes only where somebody has looked at it', async (_, entry, report) => {
  await expect(declarationsOf(entry)).toMatchFileSnapshot(report);
});
