import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// The same as an application answers: openapi.spec.ts compares them.
const document = JSON.parse(readFileSync('openapi.json', 'utf8'));

it('openapi.json passes the linters Redocly (recommended) and Spectral (oas)', async () => {
  // A test runs on localhost, where no client would look for the API.
  const source = JSON.stringify({ ...document, servers: [{ url: 'https://suite.test' }] });
  const config = await createConfig({ extends: ['recommended'] });
  const redocly = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  // In paths words go before ids, which are never words, so that these are no less clear than they look.
  const clear = /\/by-external-id/;
  const unclear = redocly.filter(({ ruleId, message }) => ruleId !== 'no-ambiguous-paths' || !clear.test(message));
  expect(unclear.map(({ ruleId, location, message }) => [ruleId, location[0]!.pointer, message])).toEqual([]);
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[rulesets.oas as spectral.RulesetDefinition, 'recommended']],
    rules: { 'oas3-parameter-description': 'warn' },
  });
  const found = await linter.run(JSON.parse(source));
  expect(found.map(({ code, path, message }) => [code, path.join('.'), message])).toEqual([]);
});
