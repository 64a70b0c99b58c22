import type { ComponentType } from 'preact';
import type { ScreenProps } from './base/parts.ts';

export interface Screen {
  readonly path: string;
  readonly title: string;
  /** The question that it answers. */
  readonly asks: string;
  readonly load: () => Promise<ComponentType<ScreenProps>>;
}

/** The screens, in the order in which they are offered: one file, one line each. */
export const screens: readonly Screen[] = [
  {
    path: 'now',
    title: 'Now',
    asks: 'How does the crawl go?',
    load: async () => (await import('./screens/now.ts')).Now,
  },
];
