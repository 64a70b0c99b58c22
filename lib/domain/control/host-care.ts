/** The treatment of a host whose pages may kill workers. */
export interface HostCare {
  /** Turns left with one page each, after a worker died in a turn of this host; absent: none. */
  readonly turns?: number;
  /** What was tried with care and did not end, so it may have killed the worker: a visit, or the judging of pages. */
  readonly suspect?: { readonly fingerprint: string; readonly tries: number };
}

interface HasCare {
  readonly care?: HostCare;
}

/** The field after a turn that ended, and so killed no worker. */
export function careAfterTurn({ care }: HasCare): HasCare {
  const turns = (care?.turns ?? 0) - 1;
  return turns > 0 ? { care: { turns } } : {};
}
