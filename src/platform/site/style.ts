/** The stylesheet of the site for developers. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#ffffff, #12151b);
  --panel: light-dark(#f4f5f7, #1b2029);
  --ink: light-dark(#1b1f27, #e8ebf1);
  --soft: light-dark(#565d6b, #a5adbb);
  --line: light-dark(#d5d9e0, #333b48);
  --edge: light-dark(#7c8494, #7d8798);
  --accent: light-dark(#2750c4, #9db8ff);
  --accent-ink: light-dark(#ffffff, #10182b);
  --bad: light-dark(#a81b26, #ffa3a8);
  --good: light-dark(#17653a, #8bdcaa);
  --change: light-dark(#7a4d00, #f0c674);
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:not([href]) { color: inherit; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; top: 0; }
.skip:focus { left: 0; z-index: 2; padding: 0.5rem; background: var(--ground); }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; padding: 0.6rem 1rem; background: var(--ground); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; text-decoration: none; color: var(--ink); }
header form { flex: 1 1 14rem; display: flex; gap: 0.5rem; max-width: 34rem; margin: 0; }
header label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
input, select, textarea, button { font: inherit; color: inherit; min-height: 2.25rem; padding: 0.3rem 0.6rem; border: 1px solid var(--edge); border-radius: 0.4rem; background: var(--ground); max-width: 100%; }
::placeholder { color: var(--soft); opacity: 1; }
header input { flex: 1; min-width: 0; }
button { cursor: pointer; background: var(--panel); }
button.go { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav { padding: 0.75rem 1rem 0; }
nav p { margin: 1rem 0 0.25rem; font-weight: 650; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: 0.9rem; }
nav a { display: block; padding: 0.2rem 0.4rem; border-radius: 0.3rem; text-decoration: none; color: var(--ink); }
nav a:hover, .routes a:hover { background: var(--panel); }
nav a[aria-current] { background: var(--panel); color: var(--accent); font-weight: 650; }
summary { cursor: pointer; padding: 0.2rem 0; }
main { padding: 1rem; min-width: 0; }
@media (min-width: 60rem) {
  html { scroll-padding-top: 4.5rem; }
  header { position: sticky; top: 0; z-index: 1; flex-wrap: nowrap; }
  .frame { grid-template-columns: 15rem minmax(0, 1fr); }
  nav { position: sticky; top: 3.6rem; align-self: start; height: calc(100vh - 3.6rem); overflow-y: auto; border-right: 1px solid var(--line); padding-bottom: 2rem; }
  nav summary { display: none; }
  nav details::details-content { content-visibility: visible; display: block; height: auto; }
  main { padding: 1.5rem 2rem 4rem; }
}
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; }
h1 { font-size: 1.75rem; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; margin: 2.25rem 0 0.75rem; }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; }
p { margin: 0 0 0.75rem; }
.above { margin: 0; }
.anchor { display: inline-block; min-width: 1.5rem; text-align: center; text-decoration: none; font-weight: 400; }
code { font: 0.9em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
pre { margin: 0.5rem 0; padding: 0.75rem; border-radius: 0.5rem; background: var(--panel); white-space: pre-wrap; font-size: 0.9rem; }
.routes { list-style: none; margin: 0 0 1rem; padding: 0; }
.routes a { display: flex; align-items: baseline; flex-wrap: wrap; gap: 0 0.6rem; padding: 0.3rem 0.4rem; border-radius: 0.3rem; text-decoration: none; color: var(--ink); }
.routes a span:last-child { color: var(--soft); }
.method { display: inline-block; min-width: 4.2rem; font: 650 0.85rem/1.7 ui-monospace, monospace; color: var(--change); }
.method.get { color: var(--accent); }
.method.post { color: var(--good); }
.method.delete { color: var(--bad); }
.operation, .event, .object, .app { border-top: 1px solid var(--line); margin-top: 2rem; }
.operation h2, .event h3, .object h3, .app h3 { margin-top: 1rem; }
.route { font-size: 1.05rem; }
@media (min-width: 80rem) {
  .columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 2rem; }
  .aside { position: sticky; top: 4.5rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; }
}
.fields { margin: 0 0 0.5rem; }
.fields > div { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.fields dt code { font-weight: 650; }
.fields dd { margin: 0; }
.fields dd p { margin: 0; }
.fields .fields { margin: 0.25rem 0 0; padding-left: 0.9rem; border-left: 2px solid var(--line); }
.type, .facts, .media { color: var(--soft); font-size: 0.92rem; }
.must { color: var(--bad); font-size: 0.92rem; }
.deprecated { color: var(--bad); font-weight: 650; }
dl.headers dd, .errors dd { margin: 0 0 0.5rem; }
.errors dd p { margin: 0; }
.contents a { display: inline-block; margin-right: 0.8rem; padding: 0.15rem 0; }
.table { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.75rem 0; }
th, td { padding: 0.4rem 0.6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 6rem; }
td code { overflow-wrap: anywhere; }
article img { max-width: 100%; height: auto; }
.results { padding: 0; list-style: none; }
.results a { display: block; padding: 0.5rem; border-bottom: 1px solid var(--line); text-decoration: none; }
.results span { display: block; color: var(--soft); }
#found { padding: 1rem; margin-bottom: 1.5rem; border: 1px solid var(--edge); border-radius: 0.5rem; }
.try form { display: grid; gap: 0.6rem; margin-top: 0.75rem; padding: 0.9rem; border: 1px solid var(--line); border-radius: 0.5rem; }
.try label { display: grid; gap: 0.2rem; }
.try textarea { min-height: 9rem; font: 0.9rem ui-monospace, monospace; width: 100%; }
.try .row { margin-top: 0.4rem; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.try [role='alert'] { color: var(--bad); }
@media print { header, nav, .try { display: none; } }
`;
