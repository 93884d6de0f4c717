import { apps } from '../security/apps.js';
import type { Settings } from '../config/settings.js';

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

const inWords = (names: string[]) =>
  `${COUNTS[names.length] ?? names.length} apps in one workspace: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;

/** The introduction of the reference, in Markdown: all that you need before the first request. */
export const introduction = ({ BASE_URL, RATE_LIMIT }: Settings): string => `\
${inWords(apps())} Bodies are JSON in UTF-8, names are
\`snake_case\`, times are ISO 8601: sent with any offset, answered in UTC with milliseconds.

## Keys

Send an API key in \`X-API-Key\`, or an access token of OAuth 2.0 in \`Authorization: Bearer\`. A credential belongs to one
workspace and has scopes such as \`office:read\`; each operation names the scope that it needs.

\`\`\`sh
curl -H "X-API-Key: $API_KEY" '${BASE_URL}/v1/office/documents?limit=5'
\`\`\`

A missing or invalid credential gets 401, a missing scope 403, and a record that the credential may not see 404. Users who
proved their identity more than 15 minutes ago get 401 with the code \`REAUTHENTICATION_REQUIRED\` from operations that say so.

## Lists

A list answers \`{"data": […], "meta": {"total", "next_cursor", "has_more"}}\`. Send \`next_cursor\` as \`cursor\`, with the
same filters and \`sort\`, to get the next page; on the last one it is null. \`limit\` goes up to 100.

\`total\` is counted with the first page and is exact up to 10 000. Where more records match, it is 10 000, and \`meta\` has
\`"total_relation": "gte"\`.

## Errors

\`\`\`json
{
  "error": {
    "code": "VALIDATION_ERROR",
    "message": "title is required.",
    "request_id": "req_01jz8k3m5n7p9q1r3s5t7v9w1x",
    "details": [{ "field": "title", "code": "required", "message": "title is required." }]
  }
}
\`\`\`

Decide by \`code\`, and by \`details[].code\`; messages are for people and may change. \`request_id\` is also the header
\`X-Request-Id\` of every response. Unknown fields are ignored; with \`Prefer: handling=strict\` they are an error.
Retry after 500, and after 503 and 429 once \`Retry-After\` seconds have passed. While operators have a
workspace frozen, changes get 503 with the code \`WORKSPACE_FROZEN\`, and so do downloads and exports, which
leave an entry in the audit log. Other reads go on. Once a workspace has moved to another deployment, every request gets 308 for 30 days, with
its new address in \`Location\`.

## Idempotency

Every POST takes an \`Idempotency-Key\`, a unique text chosen by the client. A retry within 24 hours has no effect and gets
the first response again, with \`Idempotency-Replayed: true\`. The same key with another body is a 400 (\`key_reused\`); while the first
request still runs it is a 409.

## ETags

A record has an \`ETag\`. Send it in \`If-None-Match\` to get 304 while the record is unchanged. Send it in \`If-Match\` with
a change to get 412 if another request changed the record first.

## Rate limits

${
  RATE_LIMIT
    ? `The rate limit of a credential is ${RATE_LIMIT} requests a minute, and a fifth of it for heavy requests. \`RateLimit\` and
\`X-RateLimit-*\` hold the remaining quota. Above the limit the response is 429 with \`Retry-After\`.`
    : 'This server has no rate limit.'
}

## Events

\`GET /v1/events\` lists all events in order. Webhooks send them to your URL.
`;
