/** The languages of the console, as they call themselves. English stands in the code; others have a file of their own. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof LANGUAGES;

/** A text of a catalogue; one with a number has a form for each kind of number that the language knows. */
export type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The texts of a language, by the English ones. */
export type Catalogue = Readonly<Record<string, Text>>;

const STORED = 'language';

const isKnown = (name: string | null | undefined): name is Language => Boolean(name && Object.hasOwn(LANGUAGES, name));

/** The page. Tests without one read English. */
const page = globalThis as {
  document?: object;
  localStorage?: {
    getItem(name: string): string | null;
    setItem(name: string, value: string): void;
    removeItem(name: string): void;
  };
  location?: { reload(): void };
  navigator?: { languages: readonly string[] };
};

/** That of whoever was signed in last: kept by the browser, because texts are loaded before it is known who is signed in. */
const kept = (): Language | null => {
  const language = page.document && page.localStorage?.getItem(STORED);
  return isKnown(language) ? language : null;
};

/** That of the person, else that of the browser. */
const wanted = (): Language =>
  kept() ?? (page.document && page.navigator?.languages.map((tag) => tag.split('-')[0]).find(isKnown)) ?? 'en';

/** The language of the page, as long as it is open. */
export const LANGUAGE: Language = wanted();

/** Keeps the language of whoever is signed in. Says whether the page loads anew for it, as texts are read when it loads. */
export function speak(language: Language | null): boolean {
  if (language === kept()) return false;
  if (language) page.localStorage?.setItem(STORED, language);
  else page.localStorage?.removeItem(STORED);
  if (wanted() === LANGUAGE) return false;
  page.location?.reload();
  return true;
}

/** Its texts. Null: English, which has none, or not loaded yet. */
export let texts: Catalogue | null = null;

/**
 * The texts are loaded, from a file that only readers of the language need. What shows any is loaded after them, so that they may stand at
 * the top of modules. (A module that awaits them itself would keep Rolldown from joining modules: ten kB more for everybody.)
 */
export const textsAreLoaded: Promise<void> | null =
  LANGUAGE === 'de'
    ? import('./de.js').then(
        (file) => void (texts = file.default),
        // Without its file, the console speaks English.
        () => undefined,
      )
    : null;

/** The first text of the page, before anything else is loaded. */
export const SIGNING_IN: Record<Language, string> = { en: 'Signing you in…', de: 'Anmeldung läuft …' };

/** Marks a text that `translated` reads where it is shown, because it is written before the language is loaded. */
export const deferred = (text: string): string => text;
