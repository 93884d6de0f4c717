/**
 * The script of every page: the theme, results while somebody types, and the button of each operation. Without it the search
 * is a form that leads to a page.
 */
export const SCRIPT = `const menu = document.getElementById('menu');
const wide = matchMedia('(min-width: 60rem)');
const follow = () => (menu.open = wide.matches);
follow();
wide.addEventListener('change', follow);

const theme = document.getElementById('theme');
const NAMES = { '': 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };
const show = () => (theme.textContent = NAMES[document.documentElement.dataset.theme ?? '']);
theme.hidden = false;
show();
theme.addEventListener('click', () => {
  const order = ['', 'light', 'dark'];
  const next = order[(order.indexOf(document.documentElement.dataset.theme ?? '') + 1) % 3];
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
  try {
    if (next) localStorage.setItem('docs.theme', next);
    else localStorage.removeItem('docs.theme');
  } catch {}
  show();
});

const search = document.getElementById('q');
const found = document.getElementById('found');
let latest = 0;
let timer;
search.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(find, 150);
});
async function find() {
  const mine = ++latest;
  const words = search.value.trim();
  if (!words) {
    found.hidden = true;
    return;
  }
  try {
    const answer = await fetch(search.form.action + '?q=' + encodeURIComponent(words));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const results = page.getElementById('results');
    if (mine !== latest || !results) return;
    found.replaceChildren(...results.childNodes);
    found.hidden = false;
  } catch {
    // The form still leads to the page with the results.
  }
}
document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
  }
  if (event.key === 'Escape' && document.activeElement === search) found.hidden = true;
});

for (const place of document.querySelectorAll('.try')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try it';
  place.append(button);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const { open } = await import('./try.js');
      await open(place);
      button.remove();
    } catch {
      button.disabled = false;
      button.textContent = 'Try it: the server did not answer. Try again.';
    }
  });
}
`;
