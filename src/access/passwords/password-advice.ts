/** Advice of the estimator by its keys: first what makes a password weak, then what makes one stronger. */
const ADVICE: Record<string, string> = {
  straightRow: 'Rows of adjacent keys are easy to guess.',
  keyPattern: 'Short patterns on the keyboard are easy to guess.',
  simpleRepeat: 'Repeated characters such as "aaa" are easy to guess.',
  extendedRepeat: 'Repeated patterns such as "abcabcabc" are easy to guess.',
  sequences: 'Sequences such as "abc" and "4321" are easy to guess.',
  recentYears: 'Recent years are easy to guess.',
  dates: 'Dates are easy to guess.',
  topTen: 'It is among the ten most common passwords.',
  topHundred: 'It is among the hundred most common passwords.',
  common: 'It is a common password.',
  similarToCommon: 'It is similar to a common password.',
  wordByItself: 'Single words are easy to guess.',
  namesByThemselves: 'Single names are easy to guess.',
  commonNames: 'Common names are easy to guess.',
  userInputs: 'Do not use your name, your address, or the name of the workspace or the product.',
  anotherWord: 'Add words that are less common.',
  useWords: 'Use several words.',
  longerKeyboardPattern: 'Use a longer pattern and change its direction.',
  associatedYears: 'Avoid years that relate to you.',
  capitalization: 'Capitalize more than the first letter.',
  allUppercase: 'Capitalize some letters, not all.',
  reverseWords: 'Do not spell common words backwards.',
  l33t: 'Do not swap letters for similar signs, such as @ for a.',
  repeated: 'Avoid repeated words and characters.',
};

/** The sentences for these keys; one that is not known has none. */
export const adviceFor = (keys: readonly (string | null)[]): string[] =>
  keys.flatMap((key) => (key && ADVICE[key] ? [ADVICE[key]] : []));
