/** Which page of a list to read. */
export interface PageParams {
  readonly limit?: number;
  readonly start?: number;
}
