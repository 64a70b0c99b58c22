import type { ScreenProps } from '../base/parts.ts';

export type ExampleSide = 'in' | 'out';

/** What `examples-list` answers. */
export interface ShownExamples {
  readonly examples: readonly ShownExample[];
  readonly rules: readonly ShownRule[];
  readonly answers: readonly { readonly url: string; readonly side: ExampleSide }[];
  readonly rounds: readonly object[];
}

export interface ShownExample {
  readonly source: string;
  readonly url?: string;
  readonly side: ExampleSide;
  readonly title: string;
  readonly origin: string;
}

export interface ShownRule {
  readonly side: ExampleSide;
  readonly kind: string;
  readonly text: string;
}

export interface ExamplesProps extends Pick<ScreenProps, 'job'> {
  readonly set: ShownExamples;
  renew(): void;
}
