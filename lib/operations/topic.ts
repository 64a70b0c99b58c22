import type { OperationEntry } from './everywhere.ts';

/** Operations about the terms of a topic, and about clusters of a collection. */
export const topicOperations = {
  'terms-show': {
    group: 'topic',
    line: 'terms show',
    summary: 'show the terms of the topic as they hold, with their version',
    load: async () => (await import('../capabilities/terms/operations.ts')).show,
  },
  'terms-edit': {
    group: 'topic',
    line: 'terms edit',
    summary: 'have other terms hold; first try what they would change',
    load: async () => (await import('../capabilities/terms/operations.ts')).edit,
  },
  'clusters-make': {
    group: 'topic',
    line: 'clusters make',
    summary: 'make clusters of a sample of the collection',
    load: async () => (await import('../capabilities/clusters/operations.ts')).make,
  },
  'clusters-list': {
    group: 'topic',
    line: 'clusters list',
    summary: 'list the clusters of the collection, or the pages of one',
    load: async () => (await import('../capabilities/clusters/operations.ts')).list,
  },
  'clusters-merge': {
    group: 'topic',
    line: 'clusters merge',
    summary: 'make one cluster of several',
    load: async () => (await import('../capabilities/clusters/operations.ts')).merge,
  },
  'clusters-rename': {
    group: 'topic',
    line: 'clusters rename',
    summary: 'give a cluster another name',
    load: async () => (await import('../capabilities/clusters/operations.ts')).rename,
  },
  'clusters-topic': {
    group: 'topic',
    line: 'clusters topic',
    summary: 'make clusters the topic, first try what that would change',
    load: async () => (await import('../capabilities/clusters/operations.ts')).topic,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;
