import type { Settings } from '../config/settings.js';

/** What one has to know before the first request, in Markdown. */
export const introduction = ({ BASE_URL, RATE_LIMIT }: Settings): string => `\
Six apps in one workspace: office, access, sales, careers, project and guard. Bodies are JSON in UTF-8, names are
\`snake_case\`, times are ISO 8601: sent with any offset, answered in UTC with milliseconds.

## Keys

Send an API key in \`X-API-Key\`, or an access token of OAuth 2.0 in \`Authorization: Bearer\`. A credential belongs to one
workspace and has scopes such as \`office:read\`; each operation names the scope that it needs.

\`\`\`sh
curl -H "X-API-Key: $API_KEY" '${BASE_URL}/v1/office/documents?limit=5'
\`\`\`

Without a valid credential the answer is 401, without the scope 403. What the credential must not see does not exist
for it: 404.

## Lists

A list answers \`{"data": […], "meta": {"total", "next_cursor", "has_more"}}\`. Send \`next_cursor\` as \`cursor\`, with the
same filters and \`sort\`, to get the next page; on the last one it is null. \`limit\` goes up to 100. \`total\` is counted
with the first page.

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
\`X-Request-Id\` of every answer. Fields that a request does not have are ignored; with \`Prefer: handling=strict\` they are
an error. 500, 503 and 429 are worth another try, the last two after \`Retry-After\` seconds.

## Idempotency

Every POST takes an \`Idempotency-Key\`, any text of your own. A repetition within 24 hours does nothing and gets the first
answer again, with \`Idempotency-Replayed: true\`. The same key with another body is a 400 (\`key_reused\`); while the first
request still runs it is a 409.

## ETags

A record comes with an \`ETag\`. Send it back in \`If-None-Match\` to get a 304 as long as nothing has changed, or in
\`If-Match\` with a change, which is then refused with 412 if somebody else was faster.

## Budgets

${
  RATE_LIMIT
    ? `A credential has ${RATE_LIMIT} requests a minute, and a fifth of it for heavy work. \`RateLimit\` and \`X-RateLimit-*\` say
what is left; above it the answer is 429 with \`Retry-After\`.`
    : 'This server sets no budget for requests.'
}

## Events

What happens is told in order by \`GET /v1/events\`, and sent to your address by webhooks.
`;
