import markdownIt from 'markdown-it';

/** Writes HTML as text. Links can't run scripts, and nothing is loaded from another server. */
const markdown = markdownIt({ html: false });

markdown.validateLink = (url) => /^(https?:|mailto:)/i.test(url.trim());

/** An image becomes its alternative text. */
markdown.renderer.rules.image = (tokens, index, options, env, renderer) =>
  markdown.utils.escapeHtml(renderer.renderInlineAsText(tokens[index]?.children ?? [], options, env));

/** Renders untrusted Markdown as HTML that is safe to show. */
export const renderMarkdown = (text: string): string => markdown.render(text);
