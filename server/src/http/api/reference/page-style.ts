import { pageColours } from '../../pages/page-colors.ts';

/** The style of the reference page. It loads nothing and uses system fonts. */
export const style = `${pageColours}
:root { --get: #0f6b3a; --write: #8a4600; --delete: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --get: #6fd39b; --write: #f0b072; --delete: #ff9a92; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--background); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; padding: 0.5rem 1rem; background: var(--background); }
.skip:focus { left: 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header, main, nav { padding: 0 1.25rem; }
header { padding-top: 2rem; }
main { min-width: 0; padding-bottom: 6rem; }
nav { columns: 2; column-gap: 1.5rem; margin-top: 1rem; font-size: 0.9rem; line-height: 1.4; }
nav h2 { margin: 0 0 0.25rem; padding: 0; border: 0; font-size: 0.8rem; font-weight: 600; color: var(--muted); break-after: avoid; }
nav ul { break-inside: avoid; margin: 0 0 1rem; padding: 0; list-style: none; }
nav li a { display: block; padding: 0.2rem 0; text-decoration: none; color: var(--text); }
nav li a:hover { color: var(--link); text-decoration: underline; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 0.5rem; padding-top: 1.5rem; border-top: 1px solid var(--frame); font-size: 1.5rem; line-height: 1.25; }
h3 { margin: 0 0 0.25rem; font-size: 1.15rem; line-height: 1.3; }
article { margin: 2.5rem 0 0; }
p { margin: 0.5rem 0 0.75rem; overflow-wrap: break-word; }
code { padding: 0.1em 0.3em; border-radius: 0.25em; background: var(--code); overflow-wrap: anywhere;
  font: 0.875em/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; }
pre { margin: 0.75rem 0; padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid var(--frame); border-radius: 0.4rem;
  background: var(--code); }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.route code { background: none; padding: 0; font-size: 0.95em; }
.verb { display: inline-block; min-width: 4.2em; margin-right: 0.4em; padding: 0 0.5em; border: 1px solid currentcolor;
  border-radius: 0.3em; font: 600 0.8rem/1.6 ui-monospace, monospace; text-align: center; }
.get { color: var(--get); } .post, .put, .patch { color: var(--write); } .delete { color: var(--delete); }
.note { color: var(--muted); font-size: 0.85em; font-weight: 400; white-space: nowrap; }
.refusals, .lead { color: var(--muted); }
.scroll { margin: 0.75rem 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.92rem; }
th, td { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--frame); text-align: left; vertical-align: top; }
thead th { color: var(--muted); font-weight: 600; font-size: 0.85rem; }
tbody th { font-weight: 400; }
tbody th .note { display: block; }
tbody th code { overflow-wrap: normal; }
td:last-child { min-width: min(14rem, 42vw); padding-right: 0; }
summary { cursor: pointer; width: fit-content; color: var(--muted); }
details { margin: 0.5rem 0; }
@media (max-width: 40rem) { pre { white-space: pre-wrap; } pre code { overflow-wrap: anywhere; } }
@media (min-width: 64rem) {
  .page { display: grid; grid-template: "nav header" auto "nav main" 1fr / 17rem minmax(0, 60rem); column-gap: 1.5rem; }
  header { grid-area: header; }
  main { grid-area: main; padding-bottom: 60vh; }
  nav { grid-area: nav; position: sticky; top: 0; height: 100vh; overflow-y: auto; columns: auto; margin: 0; padding-top: 2.25rem;
    border-right: 1px solid var(--frame); }
}
@media print { nav, .skip { display: none; } }
`;
