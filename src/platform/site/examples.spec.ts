import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { contentsOf } from './contents.js';
import { examplesOf } from './examples.js';

const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
const operations = contentsOf(document).flatMap(({ resources }) => resources.flatMap((each) => each.operations));
const codeIn = (language: string) =>
  operations.map((operation) => [
    operation.address,
    examplesOf(document, operation, 'https://suite.test').find((example) => example.language === language)!.code,
  ]);
const lacks = (program: string) => spawnSync(program, ['--version']).error !== undefined;

describe('Examples of every operation', () => {
  it('are TypeScript', () => {
    for (const [address, code] of codeIn('TypeScript')) {
      const { diagnostics } = ts.transpileModule(code!, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.ESNext },
      });
      expect(diagnostics, `${address}\n${code}`).toEqual([]);
    }
  });

  it.skipIf(lacks('python3'))('are Python', () => {
    const program = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)';
    const input = JSON.stringify(codeIn('Python').map(([, code]) => code));
    expect(spawnSync('python3', ['-c', program], { input, encoding: 'utf8' }).stderr).toBe('');
  });

  it('are commands of a shell', () => {
    const input = codeIn('curl')
      .map(([, code]) => code)
      .join('\n');
    expect(spawnSync('sh', ['-n'], { input, encoding: 'utf8' }).stderr).toBe('');
  });
});
