/** `Ada Lovelace` → `AL` */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => [...word][0] ?? [])
    .slice(0, 2)
    .join('')
    .toUpperCase();
