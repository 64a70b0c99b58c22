import type { ScreenProps } from '../base/parts.ts';

export type Side = 'in' | 'out';

/** What `examples-list` answers. */
export interface ExampleSet {
  readonly examples: readonly Example[];
  readonly rules: readonly Rule[];
  readonly answers: readonly { readonly url: string; readonly side: Side }[];
  readonly rounds: readonly object[];
}

export interface Example {
  readonly source: string;
  readonly url?: string;
  readonly side: Side;
  readonly title: string;
  readonly origin: string;
}

export interface Rule {
  readonly side: Side;
  readonly kind: string;
  readonly text: string;
}

export interface ExamplesProps extends Pick<ScreenProps, 'job'> {
  readonly set: ExampleSet;
  renew(): void;
}
