/** The same port with some of its methods replaced. */
export function override<T extends object>(port: T, members: Partial<T>): T {
  return new Proxy(port, {
    get(target, property) {
      const replaced = property in members;
      const member = Reflect.get(replaced ? members : target, property) as unknown;
      return typeof member === 'function' && !replaced ? member.bind(target) : member;
    },
  });
}
