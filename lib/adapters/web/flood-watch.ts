/** How often requests are checked. What is received in between costs time, not memory: it is not kept. */
const lookEveryMs = 250;

/** A request that can check whether it received too much. */
export interface Watched {
  look(): void;
}

/**
 * The requests in progress, checked four times a second: the parser counts headers and bodies, but lets a server send
 * chunk extensions, blank lines and the like without end. One timer for all requests, and none without requests.
 */
const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

export function watchFlood(one: Watched): void {
  watched.add(one);
  timer ??= setInterval(lookAtAll, lookEveryMs);
}

export function unwatchFlood(one: Watched): void {
  watched.delete(one);
}

function lookAtAll(): void {
  for (const one of watched) one.look();
  if (watched.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
