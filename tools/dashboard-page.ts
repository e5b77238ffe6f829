/** A panel with the results of its queries. */
export interface Drawn {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly {
    readonly name: string;
    readonly points: readonly (readonly [number, number])[];
  }[];
}

const colours = ['#5aa9e6', '#f6a21e', '#7ec850', '#e6595a', '#b48ef0', '#4fd1c5', '#f28fc1', '#c9c26b'];
const [width, height, left, bottom] = [440, 190, 52, 18];
const maxNames = 8;

/** Draws all panels on one page, three in a row. */
export function drawPage(panels: readonly Drawn[], start: number, end: number): string {
  return `<!doctype html><meta charset="utf-8"><title>Hark</title><style>
body{background:#14161a;color:#d6d9de;font:13px system-ui,sans-serif;margin:12px;width:1392px}
main{display:grid;grid-template-columns:repeat(3,1fr);gap:10px}
section{background:#1c1f25;border:1px solid #2b2f37;border-radius:4px;padding:8px}
h2{font-size:13px;margin:0 0 4px}p{margin:4px 0 0;font-size:11px;line-height:1.5}text{fill:#8b919b;font-size:10px}
</style><main>${panels.map((panel) => drawPanel(panel, start, end)).join('')}</main>`;
}

function drawPanel({ title, unit, lines }: Drawn, start: number, end: number): string {
  const finite = lines.map(({ name, points }) => ({
    name,
    points: points.filter(([, y]) => Number.isFinite(y)),
  }));
  const shown = finite.filter(({ points }) => points.length > 0);
  const most = Math.max(0, ...shown.flatMap(({ points }) => points.map(([, y]) => y))) * 1.1 || 1;
  const x = (at: number) => left + ((at - start) / (end - start)) * (width - left);
  const y = (value: number) => (1 - value / most) * (height - bottom - 6) + 6;
  const rules = [0, 0.5, 1].map((part) => {
    const at = y(most * part).toFixed(1);
    return `<line x1="${left}" x2="${width}" y1="${at}" y2="${at}" stroke="#2b2f37"/><text x="${left - 6}" y="${Number(at) + 3}" text-anchor="end">${label(most * part, unit)}</text>`;
  });
  const paths = shown.map(({ points }, index) => {
    const path = points.map(
      ([at, value], n) => `${n === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
    );
    return `<path d="${path.join('')}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.5"/>`;
  });
  const times = [start, (start + end) / 2, end].map(
    (at, n) =>
      `<text x="${x(at)}" y="${height - 2}" text-anchor="${['start', 'middle', 'end'][n]}">${new Date(at * 1000).toISOString().slice(11, 19)}</text>`,
  );
  return `<section><h2>${escaped(title)}</h2><svg width="${width}" height="${height}">${[...rules, ...paths, ...times].join('')}</svg><p>${legend(shown)}</p></section>`;
}

function legend(shown: Drawn['lines']): string {
  if (shown.length === 0) return 'no data';
  const names = shown
    .slice(0, maxNames)
    .map(({ name }, index) => `<b style="color:${colours[index % colours.length]}">―</b> ${escaped(name)}`);
  return names.join(' &nbsp; ') + (shown.length > maxNames ? ` and ${shown.length - maxNames} more` : '');
}

function label(value: number, unit: string): string {
  if (unit !== 's') return `${Number(value.toPrecision(2))}`;
  return value < 1 ? `${Number((value * 1000).toPrecision(2))} ms` : `${Number(value.toPrecision(2))} s`;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
