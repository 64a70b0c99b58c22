/** A request to the target of a sink. */
export interface TargetRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Addresses of private networks are refused, unless an operator lists them. */
  readonly isGuarded?: true;
}

export interface TargetAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Asks the targets of sinks: over kept connections, and not by the rules of crawling. */
export interface TargetWeb {
  /**
   * Redirects are answers; of a body at most 16 MB are read, within one minute for the whole exchange.
   * @throws WinnowError `unavailable` when no whole answer came; `config` for an address that is refused, or no such name
   */
  ask(request: TargetRequest, signal: AbortSignal): Promise<TargetAnswer>;
  close(): Promise<void>;
}
