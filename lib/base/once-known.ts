/** Calls `use` with a value: at once if it is there, without a promise for what happens with each page. */
export function onceKnown<T, Used>(
  value: T | Promise<T>,
  use: (value: T) => Used | Promise<Used>,
): Used | Promise<Used> {
  return value instanceof Promise ? value.then(use) : use(value);
}
