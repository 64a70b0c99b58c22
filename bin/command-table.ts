import { byName } from '../lib/base/by-name.ts';
import type { Group, OperationEntry } from '../lib/operations/everywhere.ts';
import { operations } from '../lib/operations/operations.ts';
import type { DefineCommand } from './define-command.ts';

interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<DefineCommand>;
}

/** Commands that are no operations: what is about files of this machine, or has a face of its own. */
const plainCommands: Readonly<Record<Group, Readonly<Record<string, CommandEntry>>>> = {
  crawl: {
    init: {
      summary: 'create a directory with a commented job.yaml',
      load: async () => (await import('./commands/crawl/init.ts')).init,
    },
    crawl: {
      summary: 'crawl a job, or without a job the shipped example',
      load: async () => (await import('./commands/crawl/crawl.ts')).crawl,
    },
  },
  look: {},
  topic: {
    topic: {
      summary: 'check a topic definition, test it on examples',
      load: async () => (await import('./commands/topic/topic.ts')).topic,
    },
    train: {
      summary: 'train a classifier with examples',
      load: async () => (await import('./commands/topic/train.ts')).train,
    },
    taxonomy: {
      summary: 'build, show and change a tree of classes',
      load: async () => (await import('./commands/taxonomy/taxonomy.ts')).taxonomy,
    },
    cluster: {
      summary: 'make clusters of stored pages that are a topic filter',
      load: async () => (await import('./commands/cluster/cluster.ts')).cluster,
    },
    classify: {
      summary: 'print the topic classes of documents',
      load: async () => (await import('./commands/topic/classify.ts')).classify,
    },
  },
  operate: {
    serve: {
      summary: 'answer over HTTP: REST with an OpenAPI description',
      load: async () => (await import('./commands/serve/serve.ts')).serve,
    },
    console: {
      summary: 'show a crawl in a browser, and let people run it',
      load: async () => (await import('./commands/serve/console.ts')).consoleCommand,
    },
    box: {
      summary: 'crawl by examples, and search what there is: all at once',
      load: async () => (await import('./commands/serve/box.ts')).box,
    },
    mcp: {
      summary: 'answer agents over standard input and output: MCP',
      load: async () => (await import('./commands/serve/mcp.ts')).mcp,
    },
  },
  collection: {
    archive: {
      summary: 'write the stored documents as WARC files, or check such files',
      load: async () => (await import('./commands/archive/archive.ts')).archive,
    },
  },
  deploy: {
    'import-combine': {
      summary: 'convert a job of Combine 4',
      load: async () => (await import('./commands/deploy/import-combine.ts')).importCombine,
    },
  },
};

/** Commands that have others below them: those whose lines begin with their name. */
const families: Readonly<Record<string, Family>> = {
  jobs: {
    summary: 'list jobs, or remove a job',
    usual: 'list',
    more: '\nA job cannot be renamed: its name is part of every stored key. Stop the job, change the name in job.yaml\nand crawl the new job (docs/operate.md, Remove a job, or rename it).',
  },
  clusters: { summary: 'make clusters of the collection while it is crawled', usual: 'list' },
  terms: { summary: 'show and change the terms of a topic' },
  examples: { summary: 'say by example what the crawl is about' },
  classes: { summary: 'show and change the taxonomy of a job while it crawls', usual: 'show' },
  export: { summary: 'write the collection in a form for others', usual: 'write' },
  sinks: { summary: 'hand the collection on as it changes', usual: 'list' },
  events: { summary: 'print changes or all records, for an indexer' },
  alias: { summary: 'find hosts that are one server, and make them one' },
  dlq: { summary: 'list, redrive or delete dead letters' },
};

interface Family {
  readonly summary: string;
  /** What is meant where none of them is named. */
  readonly usual?: string;
  /** What its help says at the end. */
  readonly more?: string;
}

type Named = readonly [name: string, entry: OperationEntry];

async function definitionOf([name, entry]: Named): Promise<DefineCommand> {
  const [{ commandOf }, operation] = await Promise.all([
    import('./commands/base/operation.ts'),
    entry.load(),
  ]);
  return commandOf({ name, operation }, entry.line);
}

function familyOf({ summary, usual, more }: Family, members: readonly Named[]): CommandEntry {
  return {
    summary,
    async load() {
      const defined = await Promise.all(members.map(definitionOf));
      return (command, io, ended) => {
        if (more !== undefined) command.addHelpText('after', more);
        for (const [at, [, { line, summary: says }]] of members.entries()) {
          const word = line?.split(' ')[1] ?? '';
          const below = command.command(word, { isDefault: word === usual }).description(says);
          defined[at]?.(below, io, ended);
          if (word === usual)
            command.addHelpText(
              'after',
              () => `\nWithout one of these commands:\n\n${below.helpInformation().trimEnd()}`,
            );
        }
      };
    },
  };
}

/** All commands, group by group. The file of a command is loaded only when the command is run. */
export const commandTable: Readonly<Record<string, CommandEntry & { readonly group: string }>> =
  Object.fromEntries(
    Object.entries(plainCommands).flatMap(([group, plain]) => {
      const asked = Object.entries<OperationEntry>(operations).filter(
        ([, one]) => one.group === group && !one.hasOwnCommand,
      );
      const byVerb = Map.groupBy(asked, ([name, { line = name }]) => line.split(' ')[0] ?? name);
      const entries = [...byVerb].map(([verb, members]): readonly [string, CommandEntry] => {
        const family = byName(families).get(verb);
        if (family !== undefined) return [verb, familyOf(family, members)];
        const only = members[0] as Named;
        return [verb, { summary: only[1].summary, load: () => definitionOf(only) }];
      });
      return [...Object.entries(plain), ...entries].map(([name, entry]) => [name, { group, ...entry }]);
    }),
  );
