/** A store that is another object than a given one, and does the same with the same tables. @param over what it does in its own way */
export function anotherStore<T extends object>(store: T, over: Partial<T> = {}): T {
  return new Proxy(store, {
    get(_, name) {
      const own: unknown = Reflect.get(over, name);
      const value: unknown = own ?? Reflect.get(store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
