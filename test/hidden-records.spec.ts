import { afterAll, expect, it } from 'vitest';
import { Routes } from '../src/platform/request/routes.js';
import { checkHiddenRecords } from './routes/hidden-records.js';
import './support/samples.js';
import { startTestApp } from './support/test-app.js';

const suite = await startTestApp();
afterAll(() => suite.close());

/** Answers that show what another record kept of its own, or that are not about records of the workspace. */
const KEPT: Record<string, string> = {
  'office.file': 'documents and applications keep the names of the files that were attached to them',
  'careers.stage': 'the history of an application keeps the names of stages as they were',
};

const telling = checkHiddenRecords(suite, suite.app.get(Routes).all, KEPT);

it('many types tell something', () => {
  expect(telling().length, telling().join()).toBeGreaterThan(20);
});
