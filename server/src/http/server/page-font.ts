import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sendErrorPage } from '../pages/not-found-page.ts';
import { fontPath } from '../pages/page-colors.ts';
import { statusTable } from '../request/errors.ts';
import { openToAll } from '../request/route-table.ts';
import type { Surface } from '../request/surface.ts';

/** The Latin part of Inter in the build. web/src/fonts.css lists it. */
const builtFont = /^inter-latin-wght-normal-[\w-]{8}\.woff2$/;

const statusOf = statusTable();

/** Serves the console's font to the pages without scripts. The set-up page needs it before the first workspace. */
export function fontSurface(webDirectory: string): Surface {
  const folder = join(webDirectory, 'assets');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => builtFont.test(name)) : [];
  return {
    name: 'fonts',
    isBeforeWorkspaces: true,
    checks: [],
    routes: names.slice(0, 1).map((name) => {
      const font = readFileSync(join(folder, name));
      return {
        method: 'GET',
        path: fontPath,
        permission: openToAll('the font contains no data'),
        handler: (_request, reply) =>
          // The path has no content hash, so an update of the font has to reach browsers eventually.
          reply.type('font/woff2').header('cache-control', 'public, max-age=2592000').send(font),
      };
    }),
    renderError: (error, _request, reply) => sendErrorPage(reply, statusOf(error), error.message),
  };
}
