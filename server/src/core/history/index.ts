export {
  deleteHistory,
  type FieldChange,
  type HistoryEntry,
  type HistoryNote,
  historyInsert,
  selectHistory,
  selectPastTexts,
} from './history-store.ts';
export { purgeHistory } from './purge-history.ts';
