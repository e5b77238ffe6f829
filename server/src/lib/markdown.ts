import markdownIt from 'markdown-it';

/** Writes HTML as text. Links can't run scripts, and nothing is loaded from another server. */
const markdown = markdownIt({ html: false });

markdown.validateLink = (url) => /^(https?:|mailto:)/i.test(url.trim());

/** An image becomes its alternative text. */
markdown.renderer.rules.image = (tokens, index, options, env, renderer) =>
  markdown.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env));

/** Renders untrusted Markdown as HTML that is safe to show. */
export const renderMarkdown = (text: string): string => markdown.render(text);

/** Returns the first paragraph or heading of a Markdown text as plain text on one line. */
export function firstParagraph(text: string): string {
  const parts = markdown.parse(text, {}).find(({ type }) => type === 'inline')?.children ?? [];
  return parts.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('');
}
