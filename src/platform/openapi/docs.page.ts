/** The page around Swagger UI. `root` is the path of BASE_URL. */
export const docsPage = (root: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Workspace Suite API</title>
    <link rel="stylesheet" href="${root}/docs/swagger-ui.css" />
    <link rel="icon" type="image/png" sizes="32x32" href="${root}/docs/favicon-32x32.png" />
  </head>
  <body>
    <div id="docs" data-root="${root}"></div>
    <script src="${root}/docs/swagger-ui-bundle.js"></script>
    <script src="${root}/docs/start.js"></script>
  </body>
</html>
`;

/** Starts Swagger UI. Requests go to where the page came from, whichever name the server is reached by. */
export const docsScript = `const { root } = document.getElementById('docs').dataset;
const here = location.origin + root;
fetch(here + '/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => {
    spec.servers = [{ url: here }];
    SwaggerUIBundle({
      spec,
      dom_id: '#docs',
      deepLinking: true,
      docExpansion: 'none',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      persistAuthorization: true,
      validatorUrl: null,
      oauth2RedirectUrl: here + '/docs/oauth2-redirect.html',
    }).initOAuth({ usePkceWithAuthorizationCodeGrant: true });
  });
`;
