const MAX_CHARACTERS = 300;

/** Patterns that must not leave with a reason, each with its replacement. */
const HIDDEN: readonly [RegExp, string | ((word: string) => string)][] = [
  // Secrets of ours, whole addresses of the web (their paths and queries hold some), people's mail addresses.
  [/\b(wsk|wsa|wsr|wsc|whsec)_[\w-]+/g, '$1_…'],
  [/:\/\/(?:[^\s/@]*@)?([^\s/?#"'<>)]+)[^\s"'<>)]*/g, '://$1'],
  [/[^\s<>"'(),:;]+/g, (word) => (/.@./.test(word) ? '…@…' : word)],
];

/**
 * Why something failed, for operators to read: the first line of its message, without secrets and personal data as far as
 * they can be told by their form.
 */
export function plainReason(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message || error.name : String(error)).trim().split(/[\r\n]/, 1);
  const text = HIDDEN.reduce((shown, [pattern, instead]) => shown.replace(pattern, instead as string), line);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}
