/**
 * JSON as it was stored; undefined where it is damaged. For what is worked out anew, counted anew or told by `sanity` then: one
 * damaged value must not stop a whole crawl.
 */
export function readStored<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/** The same of an object; undefined too where it is another kind of value. */
export function readStoredObject<T extends object>(text: string): T | undefined {
  const value = readStored<T>(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}
