// Writes src/schema.ts, the types of the API, from the document in the repository.
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const here = (path) => new URL(path, import.meta.url);
const document = JSON.parse(readFileSync(here('../openapi.json'), 'utf8'));

// Conditions are sent as JSON in a text. Callers write the object, which the client turns into the text.
for (const path of Object.values(document.paths))
  for (const { parameters = [] } of Object.values(path))
    for (const parameter of parameters)
      if (parameter.content) {
        parameter.schema = parameter.content['application/json'].schema;
        delete parameter.content;
      }

// Requests that wait for approvals are told apart by `isPending`, so that other answers keep their types.
for (const path of Object.values(document.paths))
  for (const { responses = {} } of Object.values(path))
    if (responses[202]?.$ref === '#/components/responses/PendingReview') delete responses[202];

// The records that `include` adds, by path and relation.
const relations = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const shown = get?.parameters?.find((parameter) => parameter['x-relations'])?.['x-relations'];
  if (!shown) return [];
  const fields = Object.entries(shown).map(([name, schema]) => `${name}: components['schemas']['${schema}']`);
  return [`  '${path}': { ${fields.join('; ')} };\n`];
});

const types = astToString(await openapiTS(document, { alphabetize: true }));
writeFileSync(here('src/schema.ts'), `${types}\nexport interface relations {\n${relations.join('')}}\n`);
