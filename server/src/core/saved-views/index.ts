export { listViews, removeView, saveView } from './manage-views.ts';
export { viewDefinitionSchema } from './saved-view.ts';
export { deleteViewsNaming } from './saved-view-store.ts';
