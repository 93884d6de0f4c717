import { mixed, readableOn } from '../../platform/index.js';

/** The stylesheet of all pages. */
export const STYLES = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7;
  --card: #ffffff;
  --ink: #1b1f27;
  --soft: #565d6b;
  --line: #d5d9e0;
  --edge: #7c8494;
  --accent: #2750c4;
  --accent-ink: #ffffff;
  --accent-hover: #1d3f9f;
  --bad: #a81b26;
  --bad-ground: #fdf0f0;
  --good: #17653a;
  --good-ground: #edf7f0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b;
    --card: #1b2029;
    --ink: #e8ebf1;
    --soft: #a5adbb;
    --line: #333b48;
    --edge: #7d8798;
    --accent: #9db8ff;
    --accent-ink: #10182b;
    --accent-hover: #bfd0ff;
    --bad: #ffa3a8;
    --bad-ground: #35191d;
    --good: #8bdcaa;
    --good-ground: #142b1e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  min-height: 100vh;
  padding: 2rem 1rem 3rem;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif;
  overflow-wrap: anywhere;
}
header, main { width: 100%; margin: 0 auto; }
header { max-width: 26rem; }
header:has(+ .wide) { max-width: 46rem; }
.narrow { max-width: 26rem; }
.wide { max-width: 46rem; }
.brand {
  margin: 0 0 1rem;
  font-weight: 650;
  letter-spacing: 0.01em;
  color: var(--soft);
}
.brand::before {
  content: '';
  display: inline-block;
  width: 0.7rem;
  height: 0.7rem;
  margin-right: 0.55rem;
  border-radius: 0.2rem;
  background: var(--accent);
}
.brand img { height: 2rem; max-width: 12rem; margin-right: 0.65rem; vertical-align: middle; object-fit: contain; }
.brand:has(img)::before { content: none; }
main > section, .narrow {
  padding: 1.75rem;
  border: 1px solid var(--line);
  border-radius: 0.85rem;
  background: var(--card);
}
main > section + section { margin-top: 1.25rem; }
h1, h2 { margin: 0 0 0.75rem; line-height: 1.25; font-weight: 650; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); }
.wide > h1 { margin-bottom: 0.25rem; }
.wide > p { margin-bottom: 1.25rem; }
form { margin: 0; }
.field { margin: 0 0 1.1rem; }
label { display: block; margin-bottom: 0.3rem; font-weight: 600; }
input:not([type='hidden'], [type='checkbox'], [type='radio']), select, textarea {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.7rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}
input[readonly] { border-color: var(--line); background: var(--ground); }
input[type='file'] { padding: 0.55rem 0.7rem; }
textarea { resize: vertical; }
fieldset { min-width: 0; margin: 0 0 1.1rem; padding: 0; border: 0; }
legend { margin-bottom: 0.3rem; padding: 0; font-weight: 600; }
.choice { display: flex; align-items: start; gap: 0.6rem; margin: 0; padding: 0.35rem 0; font-weight: 400; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.trap { position: absolute; left: -10000px; }
input[aria-invalid='true'], select[aria-invalid='true'], textarea[aria-invalid='true'] { border-color: var(--bad); border-width: 2px; }
.hint, .problem { margin: 0.3rem 0 0; font-size: 0.9rem; }
.hint { color: var(--soft); }
.problem { color: var(--bad); font-weight: 600; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1.1rem;
  border: 1px solid var(--accent);
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--accent-ink);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--accent-hover); border-color: var(--accent-hover); }
.narrow button { width: 100%; }
button.plain { border-color: var(--edge); background: transparent; color: var(--ink); }
button.plain:hover { border-color: var(--ink); }
button.row { margin-bottom: 0.6rem; text-align: left; }
a.button {
  display: block;
  margin-bottom: 0.6rem;
  padding: 0.55rem 1.1rem;
  border: 1px solid var(--edge);
  border-radius: 0.5rem;
  color: var(--ink);
  font-weight: 600;
  text-align: center;
  text-decoration: none;
}
a.button:hover { border-color: var(--ink); }
.narrow .links { margin: 1.1rem 0 0; }
.links a:not(.button) { display: inline-block; padding: 0.15rem 0; }
.links + form { margin-top: 1.1rem; }
.wishes { margin: 0 0 1rem; padding-left: 1.2rem; }
.wishes li + li { margin-top: 0.4rem; }
code { font-size: 0.875rem; }
.qr { max-width: 13rem; margin: 0 auto 1rem; border-radius: 0.5rem; background: #ffffff; }
.qr svg { display: block; width: 100%; height: auto; }
.codes { margin: 0 0 1rem; padding-left: 1.75rem; columns: 2 9rem; }
.codes code { font-size: 1rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; }
.places { margin: 0; }
.places dt { margin-top: 0.75rem; font-weight: 600; }
.places dd { margin: 0; color: var(--soft); }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.note, .alert { padding: 0.7rem 0.9rem; border-radius: 0.5rem; }
.note { background: var(--good-ground); color: var(--good); }
.alert { background: var(--bad-ground); color: var(--bad); }
.alert:has(+ form) { margin-bottom: 1.25rem; }
.alert > :last-child { margin-bottom: 0; }
.list { margin: 0; padding: 0; list-style: none; }
.list > li {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem 1.25rem;
  padding: 0.9rem 0;
  border-top: 1px solid var(--line);
}
.list > li:first-child { border-top: 0; padding-top: 0.25rem; }
.list > li:last-child { padding-bottom: 0; }
.list > li > div { flex: 1 1 13rem; }
.list p { margin: 0; }
.list .wishes { margin: 0.25rem 0; }
.named { display: flex; flex-wrap: wrap; align-items: center; gap: 0.15rem 0.6rem; }
.tag {
  display: inline-block;
  padding: 0.05rem 0.5rem;
  border-radius: 1rem;
  background: var(--good-ground);
  color: var(--good);
  font-size: 0.85rem;
  font-weight: 600;
}
.top { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.75rem; margin-bottom: 1.25rem; }
.top p { margin: 0; }
.top h1 { margin: 0; }
.top a.button { margin: 0; }
.wide input:not([type='hidden'], [type='checkbox'], [type='radio']), .wide select { max-width: 24rem; }
.prose h1, .prose h2, .prose h3, .prose h4 { margin: 1.5rem 0 0.5rem; font-size: 1.05rem; }
.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose table { display: block; overflow-x: auto; }
@media (max-width: 30rem) {
  body { padding: 1.25rem 0.75rem 2rem; }
  main > section, .narrow { padding: 1.25rem; }
}
@media (forced-colors: active) {
  .brand::before { background: CanvasText; }
}
`;

/** Grounds of the pages that leave the least contrast (see `STYLES`). */
const GROUNDS = { light: '#f4f5f7', dark: '#1b2029' };

/** Style sheet that replaces the accent colour of `STYLES`, in both schemes. */
export function accentStyle(color: string): string {
  const [light, dark] = [readableOn(GROUNDS.light, color), readableOn(GROUNDS.dark, color)];
  const set = (accent: string, hover: string) => `:root{--accent:${accent};--accent-hover:${hover}}`;
  const inDark = set(dark, mixed(dark, '#ffffff', 0.25));
  return `${set(light, mixed(light, '#000000', 0.25))}@media (prefers-color-scheme:dark){${inDark}}`;
}
