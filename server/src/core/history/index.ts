export {
  deleteHistory,
  type FieldChange,
  type HistoryAction,
  type HistoryEntry,
  type HistoryNote,
  type HistoryPage,
  historyInsert,
  selectHistory,
  selectPastTexts,
  selectRunsOfLeads,
} from './history-store.ts';
export { purgeHistory } from './purge-history.ts';
