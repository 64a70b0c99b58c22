/** How often is looked. What comes in between is lost time, not memory: nobody keeps it. */
const lookEveryMs = 250;

/** Told to look whether too much has come. */
export interface Watched {
  look(): void;
}

/**
 * Looks at requests under way four times a second: the parser counts headers and bodies, but lets a server send chunk
 * extensions, blank lines and the like for as long as it wants. One timer for all, and none when nothing is under way.
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
