import { createHash } from 'node:crypto';
import { favicon } from './brand.ts';
import { fontFace } from './page-colors.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for content and quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** Escapes text, and turns `…` into code. */
export const withCode = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Returns the Content-Security-Policy for a page. The inline style and script are allowed by their hashes, the icon is
 * a data URL, and a style that uses the console's font can load fonts from this host. Browsers also apply
 * `form-action` to redirects after a form, so pages that redirect to another host need `anywhere`.
 */
export const policyFor = (style: string, forms: 'none' | 'self' | 'anywhere' = 'none', script?: string) =>
  [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
    'img-src data:',
    ...(style.includes(fontFace) ? ["font-src 'self'"] : []),
    "base-uri 'none'",
    ...(forms === 'anywhere' ? [] : [`form-action '${forms}'`]),
    "frame-ancestors 'none'",
  ].join('; ');

/** Renders a self-contained page. Title and body are HTML. */
export const htmlPage = (title: string, style: string, body: string, script?: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${favicon}">
<style>${style}</style>
</head>
<body>
${body}
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
