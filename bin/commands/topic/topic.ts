import { type Command, Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { type StemmedLanguage, stemmedLanguages } from '../../../lib/base/language/languages.ts';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { openTopicTest, type TopicTest } from '../../../lib/topic/judge.ts';
import {
  type CheckedClasses,
  checkClassFile,
  defaultTerms,
  readTopicFile,
  type TermSettings,
  type TopicDefinition,
} from '../../../lib/topic/settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { plotTopicTest } from '../../render/topic/topic-plot.ts';
import { renderTopicTest } from '../../render/topic/topic-test.ts';
import { writeBytes } from '../base/files.ts';
import { onlyWith } from '../base/only-with.ts';
import { appendValue, numberArgument } from '../base/values.ts';
import { defineExpand } from './expand.ts';
import { defineQueries } from './queries.ts';
import { readDefinition } from './read-definition.ts';
import { readTopicExamples, type TopicSource } from './topic-examples.ts';

interface CheckOptions {
  readonly stopWords?: string;
  readonly classes?: string;
  readonly json?: boolean;
}

interface TestOptions extends TopicSource {
  readonly algorithm: TermSettings['algorithm'];
  readonly stopWords?: string;
  readonly language?: StemmedLanguage;
  readonly minScore?: number;
  readonly minRelative?: number;
  readonly minShare?: number;
  readonly plot?: string;
  readonly json?: boolean;
}

export const topic: DefineCommand = (command, io, ended) => {
  command
    .command('check')
    .description('check a topic definition and list each line with a fault')
    .argument('<file>', 'a topic definition: a row WEIGHT: TERM=CLASS for each term')
    .option('--stop-words <file>', 'ignore the words in <file>, one a line')
    .option(
      '--classes <file>',
      'also check the class file <file>, with a line ID < PARENT = LABEL for each class',
    )
    .option('--json', 'print JSON')
    .action((file: string, options: CheckOptions) => {
      const definition = readTopicFile(readText(file), new Set(readStopWords(options)));
      const classes = options.classes === undefined ? undefined : checkClasses(options.classes, definition);
      const checked = { ...definition, ...(classes === undefined ? {} : { classes }) };
      io.out(
        options.json === true
          ? json(checked)
          : renderDefinition(file, definition) +
              (classes === undefined ? '' : renderClasses(options.classes ?? '', classes)),
      );
      const faults =
        definition.faults.length + (classes?.faults.length ?? 0) + (classes?.unknown.length ?? 0);
      if (faults > 0 || definition.terms.length === 0) ended(1);
    });
  command
    .command('test')
    .description(
      'test a topic definition on examples: print what it accepts, which terms carry the score, and which never match',
    )
    .argument('<file>', 'a topic definition')
    .option('--good <directory>', 'read text and HTML files that are on topic from <directory>')
    .option('--bad <directory>', 'read text and HTML files that are off topic from <directory>')
    .option(
      '--jsonl <file>',
      'read documents from <file> instead, one {"text": …, "class": …} a line; - is standard input',
    )
    .option(
      '--on-topic <class>',
      'with --jsonl: count documents of <class> as on topic (may be repeated)',
      appendValue,
    )
    .addOption(
      new Option('--algorithm <name>', 'match terms by the algorithm <name>')
        .choices(['plain', 'position'])
        .default('plain'),
    )
    .option('--stop-words <file>', 'ignore the words in <file>, one a line')
    .addOption(
      new Option('--language <code>', 'reduce words to stems of the language <code>').choices(
        stemmedLanguages,
      ),
    )
    .option('--min-score <points>', 'accept documents with a score of at least <points>', numberArgument)
    .option(
      '--min-relative <points>',
      'accept documents with a score for their length of at least <points>',
      numberArgument,
    )
    .option('--min-share <percent>', 'count classes with a share of at least <percent> only', numberArgument)
    .option('--plot <file>', 'write precision and recall by the least score to <file>, as an SVG picture')
    .option('--json', 'print JSON')
    .action(async (file: string, options: TestOptions, own: Command) => {
      if (options.jsonl === undefined) onlyWith(own, ['onTopic'], '--jsonl');
      const result = await testTopic(file, options, io);
      if (options.plot !== undefined) writeBytes(options.plot, plotTopicTest(result));
      io.out(options.json === true ? json(result) : renderTopicTest(result));
    });
  defineExpand(command, io, ended);
  defineQueries(command, io, ended);
};

async function testTopic(file: string, options: TestOptions, io: Io): Promise<TopicTest> {
  const { algorithm, minScore: total, minRelative: relative, minShare: share } = options;
  const stopWords = readStopWords(options);
  const settings: TermSettings = {
    ...defaultTerms,
    definition: readDefinition(file, stopWords, io),
    ...{ algorithm, stopWords },
    ...(options.language === undefined ? {} : { language: options.language }),
    cutOffs: defined({ total, relative, share }),
  };
  if (options.language !== undefined) await loadStemmers([options.language]);
  const test = openTopicTest(settings);
  for await (const { document, good } of readTopicExamples(options, io)) test.add(document, good);
  const result = test.result();
  const missing = result.good === 0 ? 'on topic' : result.bad === 0 ? 'off topic' : undefined;
  if (missing !== undefined)
    throw new WinnowError('config', `give examples of both kinds: no example is ${missing}`);
  return result;
}

function readStopWords({ stopWords }: { readonly stopWords?: string }): readonly string[] {
  return stopWords === undefined ? [] : readText(stopWords).toLowerCase().split(/\s+/);
}

function checkClasses(file: string, { terms }: TopicDefinition): CheckedClasses {
  return checkClassFile(readText(file), new Set(terms.flatMap((term) => term.classes)));
}

function renderClasses(file: string, { classes, faults, unknown, idle }: CheckedClasses): string {
  const lines = faults.map(({ line, problem, text }) => `${file}:${line}: ${problem}: ${printable(text)}\n`);
  return [
    ...lines,
    ...unknown.map((id) => `${file}: terms name the class ${printable(id)}, which has no line\n`),
    `${formatCount(classes.length, 'class', 'classes')} in ${file}, `,
    `${idle.length === 0 ? 'each with terms, or with a class below it that has terms' : `without a term: ${idle.map(printable).join(', ')}`}\n`,
  ].join('');
}

function renderDefinition(file: string, { terms, faults }: TopicDefinition): string {
  const classes = new Set(terms.flatMap((term) => term.classes));
  const lines = faults.map(({ line, problem, text }) => `${file}:${line}: ${problem}: ${printable(text)}\n`);
  const negative = terms.filter(({ weight }) => weight < 0).length;
  return [
    ...lines,
    `${formatCount(terms.length, 'term')} for ${formatCount(classes.size, 'class', 'classes')}, `,
    `${negative} with a negative weight; ${formatCount(faults.length, 'line')} to look at\n`,
  ].join('');
}
