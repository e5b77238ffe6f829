/** The console's colors (web/src/app/theme.ts). Filled buttons are dark in both color schemes. */
export const pageColours = `
:root { color-scheme: light dark; --background: #fff; --text: #000; --muted: #57606a; --line: #8c959f; --frame: #dee2e6;
  --fill: #0550ae; --on-fill: #fff; --link: #0550ae; --code: #f1f3f5; --error: #b3261e; --error-background: #fdecea;
  --notice-background: #e6f2ea; --good: #1a7f37; --warning: #9a6700; --warning-background: #fff8e0; }
@media (prefers-color-scheme: dark) { :root { --background: #242424; --text: #c9c9c9; --muted: #a4adb7; --line: #7d8690;
  --frame: #424242; --fill: #0856c0; --link: #79b8ff; --code: #2e2e2e; --error: #ffb4ab; --error-background: #3b1d1b;
  --notice-background: #17301f; --good: #3fb950; --warning: #d4a72c; --warning-background: #33290d; } }
`;
