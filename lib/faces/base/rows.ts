/** Whether the result of an operation comes bit by bit. */
export function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}
