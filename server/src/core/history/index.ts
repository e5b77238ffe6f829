export {
  deleteHistory,
  type FieldChange,
  type HistoryEntry,
  insertHistory,
  selectHistory,
} from './history-store.ts';
export { purgeHistory } from './purge-history.ts';
