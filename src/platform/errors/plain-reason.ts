const MAX_CHARACTERS = 300;

/** Redactions of error messages. */
const HIDDEN: readonly [RegExp, string | ((word: string) => string)][] = [
  // Our secrets, full URLs (paths and queries may hold secrets), mail addresses.
  [/\b(wsk|wsa|wsr|wsc|whsec)_[\w-]+/g, '$1_…'],
  [/:\/\/(?:[^\s/@]*@)?([^\s/?#"'<>)]+)[^\s"'<>)]*/g, '://$1'],
  [/[^\s<>"'(),:;]+/g, (word) => (/.@./.test(word) ? '…@…' : word)],
];

/**
 * A redacted reason for operators: the first line of the error message, with secrets and personal data removed as far as
 * patterns can recognise them.
 */
export function plainReason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).trim().split(/[\r\n]/, 1);
  const text = HIDDEN.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead as string), line);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
