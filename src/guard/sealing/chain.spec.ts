import canonicalize from 'canonicalize';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { entryHash, GENESIS } from './chain.js';

const entry = (parts: object = {}) =>
  ({
    id: 'evt_1',
    timestamp: '2026-01-31T09:00:00.500Z',
    actor: { type: 'user', id: 'usr_1', email: 'a@example.com' },
    action: 'office.document.updated',
    resource: { type: 'office.document', id: 'doc_1' },
    outcome: 'success',
    ip_address: '203.0.113.7',
    user_agent: 'a "tester"\\ \u2028 é 😀 \u007f',
    request_id: 'req_1',
    changes: { title: { from: 'é', to: 1e21 }, 10: { from: null, to: [0.1, true] }, 9: { from: '\n\u0001', to: {} } },
    sequence: 1,
    ...parts,
  }) as unknown as AuditEntryView;

it('is the one that entries were sealed with from the first day', () => {
  expect(entryHash(GENESIS, entry())).toBe('07b0a01d34176656b5b1aa9b4575ed22b7747b5ce939fffb6c67427645cd7c2e');
});

it.each([
  [{}],
  [{ changes: null, user_agent: null, ip_address: null, request_id: null, sequence: 2 ** 40 }],
  [{ actor: { type: 'system', id: null, email: null }, resource: { type: 'office.document', id: null } }],
  // A file may hold what no trail does.
  [{ actor: { type: 'user', id: 'usr_1', email: null, role: 'owner' }, resource: 'office.document' }],
])('is SHA-256 of the hash before and the RFC 8785 form, with %j', (parts) => {
  const sealed = entry(parts);
  const text = GENESIS + canonicalize(sealed);
  expect(entryHash(GENESIS, { ...sealed, prev_hash: GENESIS, later: 'field' } as AuditEntryView)).toBe(
    createHash('sha256').update(text).digest('hex'),
  );
});
