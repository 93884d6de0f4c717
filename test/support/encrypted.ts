import { Secrets } from '../../src/platform/security/secrets.js';
import type { TestApp } from './test-app.js';

/** A text as the application stores it encrypted. */
export const encrypted = ({ app }: TestApp, text: string): string => app.get(Secrets).encrypt(text);
