/** The console's colors (web/src/tokens.css). */
export const pageColours = `
:root { color-scheme: light dark; --canvas: #f5f7f7; --background: #fff; --text: #0e1a1d; --muted: #5d6c71; --line: #c9d3d5;
  --frame: #e1e7e8; --fill: #0a6671; --fill-hover: #08545e; --on-fill: #fff; --link: #0a6671; --code: #f7f9f9; --error: #a8221b;
  --error-background: #fce6e4; --notice-background: #def2e4; --good: #2b9a5d; --warning: #d2720f;
  --warning-background: #fdebd6; --waves: #107985; --app: #9c2f63; --app-background: #fbe3ee; --shadow: 0 1px 2px rgb(13 38 43 / .06), 0 4px 12px rgb(13 38 43 / .07); }
@media (prefers-color-scheme: dark) { :root { --canvas: #0b1012; --background: #12191b; --text: #e9f0f1; --muted: #8c9ca1;
  --line: #364448; --frame: #232f32; --fill: #0f7f8b; --fill-hover: #0d727d; --link: #5cc4cd; --code: #182123; --error: #ffa59c;
  --error-background: #40191a; --notice-background: #12301f; --good: #41b877; --warning: #e88f35;
  --warning-background: #3b2410; --waves: #3fadb9; --app: #f0a9c8; --app-background: #3a1c2a; --shadow: 0 1px 2px rgb(0 0 0 / .4), 0 6px 16px rgb(0 0 0 / .35); } }
`;

export const fontPath = '/assets/inter.woff2';

/** Loads the console's font. If the console isn't built, the request fails and the page uses the next font. */
export const fontFace = `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap;
  src: url("${fontPath}") format("woff2"); }
`;

export const pageFont =
  '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
