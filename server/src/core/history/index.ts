export {
  deleteHistory,
  type FieldChange,
  type HistoryEntry,
  type HistoryNote,
  historyInsert,
  selectHistory,
} from './history-store.ts';
export { purgeHistory } from './purge-history.ts';
