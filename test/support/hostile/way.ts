import type { Socket } from 'node:net';
import type { OpenPort } from './open-port.ts';

/** A request that a hostile host was sent. */
export interface Asked {
  readonly path: string;
  /** Counts the requests of this host from 1. */
  readonly nth: number;
  /** `http://name.localhost:port` */
  readonly origin: string;
}

/** Writes whatever the host says to a request. */
export type Reply = (socket: Socket, asked: Asked) => void;

/** How a host misbehaves; where it says nothing it is honest. */
export interface Manners {
  /** To requests for anything but robots.txt and `/other`. */
  readonly page?: Reply;
  readonly robots?: Reply;
  /** To a connection, before any request is read. */
  readonly connection?: (socket: Socket) => void;
  /** What listens, in place of a server that speaks HTTP. */
  readonly listens?: () => Promise<OpenPort>;
  readonly scheme?: 'https';
}

/** One way to misbehave, and the one thing that is to come of it. */
export interface Way extends Manners {
  /** Also the label of its host: `<name>.localhost`. */
  readonly name: string;
  /** What the host does, as the end of a sentence that begins with its name. */
  readonly does: string;
  /** The outcome of its page: the class, and what it was for where there is more than one reason. */
  readonly outcome: string;
}

/** `outcome` is 'stored', 'gone', 'failed: timeout', 'denied: scope' … */
export function way(name: string, does: string, outcome: string, manners: Manners | Reply): Way {
  return { name, does, outcome, ...(typeof manners === 'function' ? { page: manners } : manners) };
}

/** A page that is told from all others. */
export const pageNamed = (name: string): string => `<title>${name}</title><p>This is ${name}.`;

/** The head of an HTML page with these further lines, and nothing of its body. */
export function head(lines: readonly string[] = [], status = '200 OK'): string {
  return `${[`HTTP/1.1 ${status}`, 'Content-Type: text/html', ...lines].join('\r\n')}\r\n\r\n`;
}

const makers: (() => unknown)[] = [];

/** Makes a value when it is first asked for, and only once. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  const get = (): T => {
    made ??= { value: make() };
    return made.value;
  };
  makers.push(get);
  return get;
}

/** Makes all that `once` would make later, so that no request has to wait for it. */
export function makeAll(): void {
  for (const make of makers) make();
}
