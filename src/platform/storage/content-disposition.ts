/**
 * `attachment` with the name in both forms of RFC 6266: in ASCII for old clients, and exactly (RFC 8187).
 *
 * @example attachment('Plan für „heute“.pdf')
 */
export function attachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Letters such as ℀ and ／ have become slashes.
    .replace(/[^ -~]|["\\%/]/gu, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
