import { defined } from '../base/defined.ts';

/** How a host is treated whose pages may kill workers. */
export interface HostCare {
  /** Turns left with one page each, after a worker died in a turn of this host; absent: none. */
  readonly turns?: number;
  /** The visit, or the judging of pages, that began in worker isolation and never ended, and its tries: it may kill workers. */
  readonly suspect?: { readonly fingerprint: string; readonly tries: number };
}

interface HasCare {
  readonly care?: HostCare;
}

/** What the control of a host says when a turn has ended, which killed no worker. */
export function careAfterTurn({ care }: HasCare): HasCare {
  const turns = (care?.turns ?? 0) - 1;
  return turns > 0 ? { care: { turns } } : {};
}

/** The field as a control has it: absent where there is nothing to say. */
export function careOf(said: { readonly [K in keyof HostCare]: HostCare[K] | undefined }): HasCare {
  const care = defined(said);
  return Object.keys(care).length === 0 ? {} : { care };
}
