import { readText } from '../../lib/config/combine/read-config.ts';
import { readTopicFile, type TopicDefinition } from '../../lib/domain/topic/topic-file.ts';
import type { DefineCommand } from '../command-table.ts';
import { json } from '../render/json.ts';
import { counted } from '../render/quantity.ts';
import { printable } from '../render/table.ts';

interface CheckOptions {
  readonly stopWords?: string;
  readonly json?: boolean;
}

export const topic: DefineCommand = (command, io, ended) => {
  command
    .command('check')
    .description('read a topic definition and name each line that is wrong')
    .argument('<file>', 'a topic definition: a row WEIGHT: TERM=CLASS for each term')
    .option('--stop-words <file>', 'words that do not count, one a line')
    .option('--json', 'print data for programs')
    .action((file: string, options: CheckOptions) => {
      const stopWords = options.stopWords === undefined ? [] : readText(options.stopWords).split(/\s+/);
      const definition = readTopicFile(readText(file), new Set(stopWords));
      io.out(options.json === true ? json(definition) : report(file, definition));
      if (definition.faults.length > 0 || definition.terms.length === 0) ended(1);
    });
};

function report(file: string, { terms, faults }: TopicDefinition): string {
  const classes = new Set(terms.flatMap((term) => term.classes));
  const lines = faults.map(({ line, problem, text }) => `${file}:${line}: ${problem}: ${printable(text)}\n`);
  const negative = terms.filter(({ weight }) => weight < 0).length;
  return [
    ...lines,
    `${counted(terms.length, 'term')} for ${counted(classes.size, 'class', 'classes')}, `,
    `${negative} with a negative weight; ${counted(faults.length, 'line')} to look at\n`,
  ].join('');
}
