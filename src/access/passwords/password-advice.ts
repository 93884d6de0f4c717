import { deferred, translated } from '../../platform/index.js';

/** Advice of the estimator by its keys: first what makes a password weak, then what makes one stronger. */
const ADVICE: Record<string, string> = {
  straightRow: deferred('Rows of adjacent keys are easy to guess.'),
  keyPattern: deferred('Short patterns on the keyboard are easy to guess.'),
  simpleRepeat: deferred('Repeated characters such as "aaa" are easy to guess.'),
  extendedRepeat: deferred('Repeated patterns such as "abcabcabc" are easy to guess.'),
  sequences: deferred('Sequences such as "abc" and "4321" are easy to guess.'),
  recentYears: deferred('Recent years are easy to guess.'),
  dates: deferred('Dates are easy to guess.'),
  topTen: deferred('It is among the ten most common passwords.'),
  topHundred: deferred('It is among the hundred most common passwords.'),
  common: deferred('It is a common password.'),
  similarToCommon: deferred('It is similar to a common password.'),
  wordByItself: deferred('Single words are easy to guess.'),
  namesByThemselves: deferred('Single names are easy to guess.'),
  commonNames: deferred('Common names are easy to guess.'),
  userInputs: deferred('Do not use your name, your address, or the name of the workspace or the product.'),
  anotherWord: deferred('Add words that are less common.'),
  useWords: deferred('Use several words.'),
  longerKeyboardPattern: deferred('Use a longer pattern and change its direction.'),
  associatedYears: deferred('Avoid years that relate to you.'),
  capitalization: deferred('Capitalize more than the first letter.'),
  allUppercase: deferred('Capitalize some letters, not all.'),
  reverseWords: deferred('Do not spell common words backwards.'),
  l33t: deferred('Do not swap letters for similar signs, such as @ for a.'),
  repeated: deferred('Avoid repeated words and characters.'),
};

/** The sentences for these keys; one that is not known has none. */
export const adviceFor = (keys: readonly (string | null)[]): string[] =>
  keys.flatMap((key) => (key && ADVICE[key] ? [translated(ADVICE[key])] : []));
