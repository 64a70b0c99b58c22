/** What is read of each item, in order, with so many reads under way at once. */
export async function* ahead<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  read: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  try {
    for await (const item of items) {
      const next = read(item);
      // A failure is thrown where it is waited for.
      next.catch(() => undefined);
      waiting.push(next);
      if (waiting.length >= atOnce) yield await (waiting.shift() as Promise<R>);
    }
    while (waiting.length > 0) yield await (waiting.shift() as Promise<R>);
  } finally {
    await Promise.allSettled(waiting);
  }
}
