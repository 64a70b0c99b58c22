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
  {
    path: 'queue',
    title: 'Queue',
    asks: 'What comes next?',
    load: async () => (await import('./screens/queue.ts')).Queue,
  },
  {
    path: 'hosts',
    title: 'Hosts',
    asks: 'What does each bring, and how is it treated?',
    load: async () => (await import('./screens/hosts.ts')).Hosts,
  },
  {
    path: 'failures',
    title: 'Failures',
    asks: 'What went wrong, and what is to be done?',
    load: async () => (await import('./screens/failures.ts')).Failures,
  },
  {
    path: 'pages',
    title: 'Pages',
    asks: 'What was found?',
    load: async () => (await import('./screens/pages.ts')).Pages,
  },
  {
    path: 'topic',
    title: 'Topic',
    asks: 'What is the crawl about, and what was found of it?',
    load: async () => (await import('./screens/topic.ts')).Topic,
  },
  {
    path: 'links',
    title: 'Links',
    asks: 'Who leads to what is good?',
    load: async () => (await import('./screens/links.ts')).Links,
  },
  {
    path: 'money',
    title: 'Schedule and money',
    asks: 'What is visited again, and what does it cost?',
    load: async () => (await import('./screens/money.ts')).Money,
  },
  {
    path: 'settings',
    title: 'Settings',
    asks: 'What holds, and who set it?',
    load: async () => (await import('./screens/settings.ts')).Settings,
  },
  {
    path: 'audit',
    title: 'Audit',
    asks: 'Who ordered what, and why?',
    load: async () => (await import('./screens/audit.ts')).Audit,
  },
];
