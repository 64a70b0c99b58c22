import type { OperationEntry } from './everywhere.ts';

/** Operations on the taxonomy that a job has. */
export const taxonomyOperations = {
  'classes-show': {
    group: 'topic',
    line: 'classes show',
    summary: 'list the classes with their examples and marks, and the version of the topic',
    load: async () => (await import('../capabilities/taxonomy/operations/look.ts')).show,
  },
  'classes-examples': {
    group: 'topic',
    line: 'classes examples',
    summary: 'list the examples of a class',
    load: async () => (await import('../capabilities/taxonomy/operations/look.ts')).examples,
  },
  'classes-add': {
    group: 'topic',
    line: 'classes add',
    summary: 'make stored pages examples of a class, and train again what that changes',
    load: async () => (await import('../capabilities/taxonomy/operations/change.ts')).add,
  },
  'classes-move': {
    group: 'topic',
    line: 'classes move',
    summary: 'move examples into another class, or a class below another one',
    load: async () => (await import('../capabilities/taxonomy/operations/change.ts')).move,
  },
  'classes-merge': {
    group: 'topic',
    line: 'classes merge',
    summary: 'make one class of several, with all classes below them',
    load: async () => (await import('../capabilities/taxonomy/operations/change.ts')).merge,
  },
  'classes-eliminate': {
    group: 'topic',
    line: 'classes eliminate',
    summary: 'remove a class, with all classes below it',
    load: async () => (await import('../capabilities/taxonomy/operations/change.ts')).eliminate,
  },
  'classes-mark': {
    group: 'topic',
    line: 'classes mark',
    summary: 'mark classes as good or crawl-only, or take their marks away',
    load: async () => (await import('../capabilities/taxonomy/operations/change.ts')).mark,
  },
  'classes-save': {
    group: 'topic',
    line: 'classes save',
    summary: 'write the taxonomy with its examples to a file, for `winnow taxonomy` and job.yaml',
    load: async () => (await import('../capabilities/taxonomy/operations/keep.ts')).save,
  },
  'classes-discard': {
    group: 'topic',
    line: 'classes discard',
    summary: 'forget what was changed of the taxonomy since the files of the job named it',
    load: async () => (await import('../capabilities/taxonomy/operations/keep.ts')).discard,
  },
} as const satisfies Readonly<Record<string, OperationEntry>>;
