import { expect, it } from 'vitest';
import { servedType } from './media-types.js';

it.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'application/xhtml+xml',
  'image/svg+xml',
  'text/xml',
  'application/xml',
  'application/rss+xml',
  'text/xsl',
  'text/javascript',
  'text/javascript1.5',
  'application/x-javascript',
  'application/ecmascript',
  'text/vbscript',
  'text/css',
  'application/wasm',
  'multipart/x-mixed-replace',
  'text/cache-manifest',
  'application/x-shockwave-flash',
])('a file of type %s is served as bytes', (type) => {
  expect(servedType(type)).toBe('application/octet-stream');
});

it.each([
  'text/plain',
  'text/csv; charset=utf-8',
  'application/pdf',
  'image/png',
  'application/json',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/zip',
])('a file of type %s is served as such', (type) => {
  expect(servedType(type)).toBe(type);
});
