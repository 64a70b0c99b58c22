/** Whether the result of an operation comes bit by bit. */
export function isStream(data: unknown): data is AsyncIterable<unknown> {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data;
}

/** What comes bit by bit, from the first of it, which somebody has taken. */
export async function* fromFirst<T>(
  first: IteratorResult<T, unknown>,
  rest: AsyncIterator<T, unknown>,
): AsyncGenerator<T> {
  try {
    for (let one = first; !one.done; one = await rest.next()) yield one.value;
  } finally {
    await rest.return?.();
  }
}
