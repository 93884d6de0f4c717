import type { Shown } from '../../kit/index.js';
import { t } from '../../kit/language.js';

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/(Headless)?Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Where somebody is signed in, in few words: `Firefox on Linux`. What is no browser goes by its own name. */
export function deviceOf({ user_agent }: Pick<Shown<'Session'>, 'user_agent'>): string {
  if (!user_agent) return t('Unknown');
  const named = (of: [RegExp, string][]) => of.find(([pattern]) => pattern.test(user_agent))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  return browser ? `${browser}${system ? t(' on {system}', { system }) : ''}` : user_agent.slice(0, 60);
}
