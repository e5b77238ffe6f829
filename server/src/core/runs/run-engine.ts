/** What executes runs, as the product needs it. `engine/` implements it; nobody else knows which engine it is. */
export interface RunEngine {
  /** Goes through the engine to a worker and back; throws `unavailable` when that is not possible in time. */
  ping(): Promise<void>;
}
