/** Hark's mark, the same as in web/src/icon.svg. */
export const mark = (size: number) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 32 32" xmlns="http://www.w3.org/2000/svg" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#0a6671"/><g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"><path d="M9 20a4.5 4.5 0 0 1 0-8"/><path d="M14.5 23.5a9.5 9.5 0 0 0 0-15"/><path stroke="#9fe0e3" d="M19.5 26a14 14 0 0 0 0-20"/></g></svg>`;

/** A data URL, so that it needs no request. */
export const favicon = `data:image/svg+xml,${encodeURIComponent(mark(32))}`;

/** The mark and the name, above the content of a page. */
export const brand = `<p class="brand">${mark(32)}Hark</p>`;

export const brandStyle = `.brand { display: flex; align-items: center; justify-content: center; gap: 0.6rem; margin: 0 0 1.25rem;
  font-size: 1.35rem; font-weight: 650; letter-spacing: -0.025em; }
.app { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 0.75rem; background: var(--app-background);
  color: var(--app); font-size: 1.05rem; font-weight: 600; letter-spacing: 0; }
.dots { color: var(--muted); }
`;
