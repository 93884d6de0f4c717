/** The page that signing in leads back to hands the answer to the other pages of this origin and closes. */
export const SIGN_IN_SCRIPT = `new BroadcastChannel('docs.sign-in').postMessage(location.search);
window.close();
`;

/**
 * The form that sends a request. It is made from the OpenAPI document when it is opened. Key and token are variables of this
 * module: they are never stored, and another page begins without them.
 */
export const TRY_SCRIPT = `const { base, server } = document.body.dataset;
const here = location.origin + base;
const MAX_SHOWN = 200000;
let key = '';
let token = null;
const documents = new Map();

const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function load(app) {
  if (!documents.has(app)) {
    const loading = fetch(here + '/openapi.json?app=' + encodeURIComponent(app)).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.json();
    });
    loading.catch(() => documents.delete(app));
    documents.set(app, loading);
  }
  return documents.get(app);
}

export async function open(place) {
  const { method, path, app } = place.closest('.operation').dataset;
  const api = await load(app);
  const resolve = (part) => (part && part.$ref ? resolve(part.$ref.slice(2).split('/').reduce((at, name) => at[name], api)) : (part ?? {}));
  const operation = api.paths[path][method];
  const form = element('form');
  const fields = [];

  const labelled = (name, required, control) =>
    element('label', {}, element('span', {}, element('code', { textContent: name }), required ? ' (required)' : ''), control);
  const controlFor = (schema, required) => {
    const plain = resolve(schema);
    const values = plain.enum ?? (plain.type === 'boolean' ? [true, false] : null);
    if (!values) return element('input', { required, autocomplete: 'off', spellcheck: false });
    const options = values.map((value) => element('option', { textContent: String(value) }));
    return element('select', { required }, element('option', { value: '', textContent: required ? 'Choose' : 'Not sent' }), ...options);
  };

  if ((operation.security ?? []).length) form.append(credentials());
  for (const parameter of (operation.parameters ?? []).map(resolve)) {
    const { name, required = false, schema, content } = parameter;
    const control = content ? element('textarea', { required }) : controlFor(schema, required);
    fields.push({ parameter, control });
    form.append(labelled(name, required, control));
  }

  const body = resolve(operation.requestBody);
  const types = Object.keys(body.content ?? {});
  let type = types[0];
  let parts = [];
  const bodyPlace = element('div', { className: 'body' });
  const drawBody = () => {
    parts = [];
    bodyPlace.replaceChildren();
    if (!type) return;
    const { schema, example } = body.content[type];
    const drawField = (name, property, required) => {
      const plain = resolve(property);
      const isFile = plain.format === 'binary' || (plain.contentMediaType && plain.type !== 'object');
      const isText = !isFile && (plain.type === 'object' || plain.properties);
      const control = isFile ? element('input', { type: 'file', required }) : isText ? element('textarea', { required }) : controlFor(plain, required);
      parts.push({ name, control, isFile, isJson: isText });
      bodyPlace.append(labelled(name, required, control));
    };
    if (type === 'multipart/form-data' || type === 'application/x-www-form-urlencoded') {
      const collect = (part) => {
        const plain = resolve(part);
        for (const inner of plain.allOf ?? []) collect(inner);
        for (const [name, property] of Object.entries(plain.properties ?? {})) drawField(name, property, (plain.required ?? []).includes(name));
      };
      collect(schema);
    } else if (type === 'application/octet-stream') {
      drawField('file', { format: 'binary' }, body.required === true);
    } else {
      const control = element('textarea', { value: example === undefined ? '{}' : JSON.stringify(example, null, 2), spellcheck: false });
      parts.push({ name: '', control });
      bodyPlace.append(labelled('Body (' + type + ')', body.required === true, control));
    }
  };
  if (types.length > 1) {
    const choice = element('select', {}, ...types.map((name) => element('option', { textContent: name })));
    choice.addEventListener('change', () => {
      type = choice.value;
      drawBody();
    });
    form.append(labelled('Content-Type', true, choice));
  }
  form.append(bodyPlace);
  drawBody();

  const send = element('button', { type: 'submit', className: 'go', textContent: 'Send' });
  const stop = element('button', { type: 'button', textContent: 'Stop', hidden: true });
  const problem = element('p', { hidden: true });
  problem.setAttribute('role', 'alert');
  const answer = element('div', { className: 'answer' });
  answer.setAttribute('role', 'status');
  form.append(element('div', { className: 'row' }, send, stop), problem, answer);
  place.append(form);
  (form.querySelector('input, select, textarea, button')).focus();

  const fail = (message) => {
    problem.textContent = message;
    problem.hidden = false;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const ending = new AbortController();
    stop.onclick = () => ending.abort();
    send.disabled = true;
    stop.hidden = false;
    try {
      const request = requestOf();
      if (token) request.headers.set('Authorization', 'Bearer ' + token);
      else if (key) request.headers.set('X-API-Key', key);
      const started = performance.now();
      const response = await fetch(request.address, { method: method.toUpperCase(), headers: request.headers, body: request.body, signal: ending.signal, credentials: 'omit' });
      await showAnswer(response, started, ending);
    } catch (error) {
      fail(error.name === 'AbortError' ? 'Stopped.' : error.name === 'TypeError' ? 'The server did not answer.' : error.message);
    } finally {
      send.disabled = false;
      stop.hidden = true;
    }
  });

  function requestOf() {
    let filled = path;
    const query = new URLSearchParams();
    const headers = new Headers();
    for (const { parameter, control } of fields) {
      const value = control.value.trim();
      if (!value) continue;
      if (parameter.in === 'path') filled = filled.replace('{' + parameter.name + '}', encodeURIComponent(value));
      if (parameter.in === 'query') query.append(parameter.name, value);
      if (parameter.in === 'header') headers.set(parameter.name, value);
    }
    const address = here + filled + (query.size ? '?' + query : '');
    let sent;
    if (type === 'multipart/form-data') {
      sent = new FormData();
      for (const { name, control, isFile, isJson } of parts) {
        if (isFile) for (const file of control.files) sent.append(name, file);
        else if (control.value !== '') sent.append(name, isJson ? new Blob([control.value], { type: 'application/json' }) : control.value);
      }
    } else if (type === 'application/x-www-form-urlencoded') {
      sent = new URLSearchParams(parts.filter(({ control }) => control.value !== '').map(({ name, control }) => [name, control.value]));
    } else if (type === 'application/octet-stream') {
      sent = parts[0].control.files[0];
      headers.set('Content-Type', type);
    } else if (type) {
      const text = parts[0].control.value;
      if (text.trim()) {
        try {
          JSON.parse(text);
        } catch {
          throw new Error('The body is not valid JSON.');
        }
        headers.set('Content-Type', type);
        sent = text;
      }
    }
    return { address, headers, body: sent };
  }

  async function showAnswer(response, started, ending) {
    const shown = element('pre');
    const code = element('code');
    shown.append(code);
    const time = Math.round(performance.now() - started);
    const heading = element('p', {}, element('b', { textContent: response.status + ' ' + response.statusText }), ' in ' + time + ' ms');
    const lines = [...response.headers].map(([name, value]) => name + ': ' + value).join('\\n');
    const headers = element('details', {}, element('summary', { textContent: 'Headers' }), element('pre', {}, element('code', { textContent: lines })));
    answer.replaceChildren(heading, headers);
    const kind = response.headers.get('Content-Type') ?? '';
    if (!/json|text|xml|javascript/.test(kind)) {
      const blob = await response.blob();
      if (!blob.size) return;
      const link = element('a', { href: URL.createObjectURL(blob), download: 'answer', textContent: 'Save the answer (' + blob.size + ' bytes)' });
      answer.append(element('p', {}, link));
      return;
    }
    answer.append(shown);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
      if (text.length > MAX_SHOWN) {
        ending.abort();
        code.textContent = text.slice(0, MAX_SHOWN) + '\\n… The rest is not shown.';
        return;
      }
      code.textContent = text;
    }
    if (kind.includes('json')) {
      try {
        code.textContent = JSON.stringify(JSON.parse(text), null, 2);
      } catch {}
    }
  }

  function credentials() {
    const input = element('input', { type: 'password', autocomplete: 'off', value: key, placeholder: 'wsk_…' });
    input.className = 'key';
    input.addEventListener('input', () => {
      key = input.value.trim();
      for (const other of document.querySelectorAll('.try .key')) if (other !== input) other.value = input.value;
    });
    const state = element('span', { className: 'signed', textContent: token ? 'Signed in' : '' });
    state.setAttribute('role', 'status');
    const button = element('button', { type: 'button', textContent: token ? 'Sign out' : 'Sign in instead' });
    button.className = 'sign-in';
    button.addEventListener('click', async () => {
      try {
        token = token ? null : await signIn(Object.keys(api.components.securitySchemes.OAuth2.flows.authorizationCode.scopes));
        for (const each of document.querySelectorAll('.try .signed')) each.textContent = token ? 'Signed in' : '';
        for (const each of document.querySelectorAll('.try .sign-in')) each.textContent = token ? 'Sign out' : 'Sign in instead';
      } catch (error) {
        state.textContent = error.message;
      }
    });
    return element('div', {}, labelled('API key', false, input), element('div', { className: 'row' }, button, state));
  }
}

/** OAuth 2.0 with PKCE as the console. Who is signed in at the server already sees nothing of it. */
async function signIn(scopes) {
  if (new URL(server).origin !== location.origin) throw new Error('Signing in works at ' + server + '/docs only.');
  const verifier = random();
  const state = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const redirect = server + '/docs/oauth2-redirect.html';
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'console',
    scope: scopes.join(' '),
    redirect_uri: redirect,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  const address = server + '/oauth/authorize?' + query;
  const codeIn = (search) => {
    const answer = new URLSearchParams(search);
    return answer.get('state') === state ? answer : null;
  };
  let answer = null;
  try {
    answer = codeIn(new URL((await fetch(address + '&prompt=none')).url).search);
  } catch {}
  if (!answer?.has('code')) answer = await inWindow(address, codeIn);
  if (!answer.has('code')) throw new Error(answer.get('error_description') ?? 'You are not signed in.');
  const fields = { grant_type: 'authorization_code', client_id: 'console', code: answer.get('code'), redirect_uri: redirect, code_verifier: verifier };
  const response = await fetch(server + '/oauth/token', { method: 'POST', body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error('Signing in failed. Try again.');
  return (await response.json()).access_token;
}

function inWindow(address, codeIn) {
  return new Promise((done, fail) => {
    const channel = new BroadcastChannel('docs.sign-in');
    const opened = window.open(address, 'docs-sign-in', 'popup,width=520,height=720');
    if (!opened) {
      channel.close();
      fail(new Error('The browser blocked the window. Allow it and try again.'));
      return;
    }
    channel.addEventListener('message', ({ data }) => {
      const answer = codeIn(data);
      if (!answer) return;
      channel.close();
      done(answer);
    });
  });
}

const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
`;
