/**
 * Runs `work` on every item, at most `limit` at a time. Rejects with the first failure after all have ended.
 * @returns what came of the items, in their order
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const failures: unknown[] = [];
  async function lane(): Promise<void> {
    while (next < items.length) {
      const at = next;
      next += 1;
      try {
        results[at] = await work(items[at] as T);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
