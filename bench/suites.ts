import { benchApi } from './api/api.ts';
import { benchCells } from './cells/cells.ts';
import { benchConsoleLeads } from './console/console-leads.ts';
import type { Measured } from './document.ts';
import { benchDriver } from './driver.ts';
import { benchEvents } from './events/events.ts';
import { benchListener } from './listener/listener.ts';
import { benchOAuth } from './oauth.ts';
import type { BenchOptions } from './options.ts';
import { benchDirectus } from './peers/directus.ts';
import { benchN8n } from './peers/n8n.ts';
import { benchStorage } from './storage.ts';
import { benchTemplates } from './templates.ts';
import { benchWorkspaces } from './workspaces.ts';

/** There is one suite for each performance claim. */
export const suites: Readonly<Record<string, (options: BenchOptions) => Promise<Measured>>> = {
  api: benchApi,
  cells: benchCells,
  'console-leads': benchConsoleLeads,
  directus: benchDirectus,
  driver: benchDriver,
  events: benchEvents,
  listener: benchListener,
  n8n: benchN8n,
  oauth: benchOAuth,
  storage: benchStorage,
  templates: benchTemplates,
  workspaces: benchWorkspaces,
};
