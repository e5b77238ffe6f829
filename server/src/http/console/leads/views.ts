import { z } from 'zod';
import { listViews, removeView, saveView, viewDefinitionSchema } from '../../../core/saved-views/index.ts';
import type { SavedViewId } from '../../../lib/ids.ts';
import { idParams, type Operation, operation } from '../operation.ts';

export const viewOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/lead-views',
    act: 'leads.view',
    answer: z.object({
      views: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          definition: viewDefinitionSchema,
          is_shared: z.boolean(),
          is_own: z.boolean(),
          user_name: z.string(),
        }),
      ),
    }),
    async handle({ context, principal }) {
      const views = await listViews(context, principal);
      return {
        views: views.map(({ id, name, definition, isShared, user }) => ({
          id,
          name,
          definition,
          is_shared: isShared,
          is_own: user.id === principal.user.id,
          user_name: user.name,
        })),
      };
    },
  }),
  operation({
    method: 'POST',
    path: '/lead-views',
    act: 'leads.view',
    body: z.strictObject({
      name: z.string().trim().min(1, 'Enter a name for the view.').max(80),
      definition: viewDefinitionSchema,
      is_shared: z.boolean(),
    }),
    answer: z.object({ id: z.number() }),
    async handle({ context, principal, visitor }, { body: { name, definition, is_shared } }) {
      const wanted = { name, definition, isShared: is_shared };
      return { id: await saveView(context, principal, visitor.address, wanted) };
    },
  }),
  operation({
    method: 'DELETE',
    path: '/lead-views/:id',
    act: 'leads.view',
    params: idParams,
    handle: ({ context, principal, visitor }, { params }) =>
      removeView(context, principal, visitor.address, params.id as SavedViewId),
  }),
];
