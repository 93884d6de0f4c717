/** Milliseconds after which a browser has read a file, or begun to: some ask people first where it is to go. */
const READ_MS = 60_000;

/** Hands a file to the browser, which keeps it as people have it set. */
export function save(file: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
