type AsyncMethods<T> = { readonly [K in keyof T]: (...given: never[]) => Promise<unknown> };

/** An object whose methods are loaded when one of them is called: a crawl starts without what few commands need. */
export function onFirstCall<T extends AsyncMethods<T>>(load: () => Promise<T>): T {
  let loaded: Promise<T> | undefined;
  const methods = new Map<string, (...given: never[]) => Promise<unknown>>();
  const methodOf = (name: string) => {
    const method = async (...given: never[]): Promise<unknown> => {
      loaded ??= load();
      return await (await loaded)[name as keyof T](...given);
    };
    methods.set(name, method);
    return method;
  };
  return new Proxy({} as T, {
    // Whoever awaits the object itself asks for `then`.
    get: (_, name) =>
      typeof name === 'symbol' || name === 'then' ? undefined : (methods.get(name) ?? methodOf(name)),
  });
}
