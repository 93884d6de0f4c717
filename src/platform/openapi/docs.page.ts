/** The page around Swagger UI. `root` is the path of BASE_URL, `version` that of the files. */
export const docsPage = (root: string, version: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Workspace Suite API</title>
    <link rel="stylesheet" href="${root}/docs/${version}/swagger-ui.css" />
    <style>
      .swagger-ui .response-col_links { display: none; }
      .swagger-ui .info pre { overflow-x: auto; }
    </style>
    <link rel="icon" type="image/png" sizes="32x32" href="${root}/docs/${version}/favicon-32x32.png" />
  </head>
  <body>
    <div id="docs" data-root="${root}"></div>
    <script src="${root}/docs/${version}/swagger-ui-bundle.js"></script>
    <script src="${root}/docs/${version}/start.js"></script>
  </body>
</html>
`;

/**
 * Starts Swagger UI. Requests go to the origin of the page. Keys and tokens stay in memory. The description of common responses
 * and errors is at the top of the page, so operations do not repeat it.
 */
export const docsScript = `const { root } = document.getElementById('docs').dataset;
const here = location.origin + root;
fetch(here + '/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => {
    spec.servers = [{ url: here }];
    for (const error of Object.values(spec.components.responses)) {
      delete error.content;
      delete error.headers;
    }
    for (const { responses } of Object.values(spec.paths).flatMap(Object.values)) {
      for (const { headers = {} } of Object.values(responses)) {
        for (const name of Object.keys(headers)) if (/^X-Request-Id$|RateLimit/.test(name)) delete headers[name];
      }
    }
    // Generic events of records are omitted: they are alike, and would be most of the page.
    for (const [type, { post }] of Object.entries(spec.webhooks)) if (post['x-of-every-record']) delete spec.webhooks[type];
    // Forms begin empty, without samples. Empty fields are not sent.
    const bodies = Object.values(spec.paths).flatMap(Object.values).map(({ requestBody }) => requestBody);
    for (const { allOf } of bodies.flatMap((body) => body?.content['multipart/form-data']?.schema ?? [])) {
      if (!allOf) continue;
      const fields = spec.components.schemas[allOf[1].$ref.split('/').pop()].properties;
      for (const field of Object.values(fields)) field.examples = [field.type === 'array' ? [] : ''];
    }
    SwaggerUIBundle({
      spec,
      dom_id: '#docs',
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      validatorUrl: null,
      requestInterceptor(request) {
        if (request.body instanceof FormData) {
          for (const [name, value] of [...request.body]) if (value === '') request.body.delete(name);
        }
        return request;
      },
      oauth2RedirectUrl: here + '/docs/oauth2-redirect.html',
    }).initOAuth({
      // Every deployment has this client. A token has at most the rights of its user.
      clientId: 'console',
      scopes: Object.keys(spec.components.securitySchemes.OAuth2.flows.authorizationCode.scopes),
      usePkceWithAuthorizationCodeGrant: true,
    });
  });
`;
