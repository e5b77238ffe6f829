import { createHash } from 'node:crypto';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it, in content and in quoted attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A text in which `…` becomes code. */
export const withCode = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * For a page that loads and runs nothing; its one style is allowed by its own fingerprint. Where its forms may lead:
 * nowhere, to us, or anywhere, because browsers hold a form to it after a redirect as well.
 */
export const policyFor = (style: string, forms: 'none' | 'self' | 'anywhere' = 'none') =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    ...(forms === 'anywhere' ? [] : [`form-action '${forms}'`]),
    "frame-ancestors 'none'",
  ].join('; ');

/** A whole page that needs nothing else. Title and body are HTML already. */
export const htmlPage = (title: string, style: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
