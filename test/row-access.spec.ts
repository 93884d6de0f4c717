import { afterAll } from 'vitest';
import { Routes } from '../src/platform/request/routes.js';
import { checkRowAccess } from './routes/row-access.js';
import './support/samples.js';
import { startTestApp } from './support/test-app.js';

const suite = await startTestApp();
afterAll(() => suite.close());

checkRowAccess(suite, suite.app.get(Routes).all);
