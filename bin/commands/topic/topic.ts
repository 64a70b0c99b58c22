import { Option } from 'commander';
import { readText } from '../../../lib/config/combine/read-config.ts';
import { type StemmedLanguage, stemmedLanguages } from '../../../lib/domain/analysis/languages.ts';
import { loadStemmers } from '../../../lib/domain/analysis/load-stemmers.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { type CheckedClasses, checkClassFile } from '../../../lib/domain/topic/class-file.ts';
import { defaultTerms } from '../../../lib/domain/topic/term-filter.ts';
import { readTopicFile, type TopicDefinition } from '../../../lib/domain/topic/topic-file.ts';
import type { TermSettings } from '../../../lib/domain/topic/topic-settings.ts';
import { openTopicTest, type TopicTest } from '../../../lib/domain/topic/topic-test.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { printable } from '../../render/base/table.ts';
import { plotTopicTest } from '../../render/topic/topic-plot.ts';
import { renderTopicTest } from '../../render/topic/topic-test.ts';
import { writeBytes } from '../base/files.ts';
import { appendValue, numberArgument } from '../base/values.ts';
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
    .description('read a topic definition and name each line that is wrong')
    .argument('<file>', 'a topic definition: a row WEIGHT: TERM=CLASS for each term')
    .option('--stop-words <file>', 'words that do not count, one a line')
    .option('--classes <file>', 'the class file that goes with it: ID < PARENT = LABEL on each line')
    .option('--json', 'print data for programs')
    .action((file: string, options: CheckOptions) => {
      const definition = readTopicFile(readText(file), new Set(stopWordsOf(options)));
      const classes = options.classes === undefined ? undefined : checkClasses(options.classes, definition);
      const checked = { ...definition, ...(classes === undefined ? {} : { classes }) };
      io.out(
        options.json === true
          ? json(checked)
          : report(file, definition) +
              (classes === undefined ? '' : reportClasses(options.classes ?? '', classes)),
      );
      const faults =
        definition.faults.length + (classes?.faults.length ?? 0) + (classes?.unknown.length ?? 0);
      if (faults > 0 || definition.terms.length === 0) ended(1);
    });
  command
    .command('test')
    .description(
      'try a topic definition on examples: what it accepts, which terms carry the score, which never match',
    )
    .argument('<file>', 'a topic definition')
    .option('--good <directory>', 'text and HTML files that are on topic')
    .option('--bad <directory>', 'text and HTML files that are not')
    .option('--jsonl <file>', 'instead: documents, one {"text": …, "class": …} a line; - is standard input')
    .option(
      '--on-topic <class>',
      'a class of those documents that is on topic; may be given several times',
      appendValue,
    )
    .addOption(
      new Option('--algorithm <name>', 'how terms are matched')
        .choices(['plain', 'position'])
        .default('plain'),
    )
    .option('--stop-words <file>', 'words that do not count, one a line')
    .addOption(
      new Option('--language <code>', 'reduce words to the stems of this language').choices(stemmedLanguages),
    )
    .option('--min-score <points>', 'the least score', numberArgument)
    .option('--min-relative <points>', 'the least score for the length of the text', numberArgument)
    .option('--min-share <percent>', 'the least share of a class that counts', numberArgument)
    .option('--plot <file>', 'precision and recall by the least score, as an SVG picture')
    .option('--json', 'print data for programs')
    .action(async (file: string, options: TestOptions) => {
      const result = await tryTopic(file, options, io);
      if (options.plot !== undefined) writeBytes(options.plot, plotTopicTest(result));
      io.out(options.json === true ? json(result) : renderTopicTest(result));
    });
};

async function tryTopic(file: string, options: TestOptions, io: Io): Promise<TopicTest> {
  const { algorithm, minScore: total, minRelative: relative, minShare: share } = options;
  const settings: TermSettings = {
    ...defaultTerms,
    definition: readText(file),
    algorithm,
    stopWords: stopWordsOf(options),
    ...(options.language === undefined ? {} : { language: options.language }),
    cutOffs: {
      ...(total === undefined ? {} : { total }),
      ...(relative === undefined ? {} : { relative }),
      ...(share === undefined ? {} : { share }),
    },
  };
  if (options.language !== undefined) await loadStemmers([options.language]);
  const { terms } = readTopicFile(settings.definition, new Set(settings.stopWords));
  if (terms.length === 0)
    throw new WinnowError('config', `${file}: no row of it can be used; 'winnow topic check' names each`);
  const test = openTopicTest(settings);
  for await (const { document, good } of readTopicExamples(options, io)) test.add(document, good);
  const result = test.result();
  const missing = result.good === 0 ? 'on topic' : result.bad === 0 ? 'off topic' : undefined;
  if (missing !== undefined)
    throw new WinnowError('config', `no example is ${missing}: examples of both kinds are needed`);
  return result;
}

function stopWordsOf({ stopWords }: { readonly stopWords?: string }): readonly string[] {
  return stopWords === undefined ? [] : readText(stopWords).toLowerCase().split(/\s+/);
}

function checkClasses(file: string, { terms }: TopicDefinition): CheckedClasses {
  return checkClassFile(readText(file), new Set(terms.flatMap((term) => term.classes)));
}

function reportClasses(file: string, { classes, faults, unknown, idle }: CheckedClasses): string {
  const lines = faults.map(({ line, problem, text }) => `${file}:${line}: ${problem}: ${printable(text)}\n`);
  return [
    ...lines,
    ...unknown.map((id) => `${file}: there is no line for ${printable(id)}, which terms speak for\n`),
    `${formatCount(classes.length, 'class', 'classes')} in ${file}, `,
    `${idle.length === 0 ? 'each with terms for it or for one below it' : `without a term: ${idle.map(printable).join(', ')}`}\n`,
  ].join('');
}

function report(file: string, { terms, faults }: TopicDefinition): string {
  const classes = new Set(terms.flatMap((term) => term.classes));
  const lines = faults.map(({ line, problem, text }) => `${file}:${line}: ${problem}: ${printable(text)}\n`);
  const negative = terms.filter(({ weight }) => weight < 0).length;
  return [
    ...lines,
    `${formatCount(terms.length, 'term')} for ${formatCount(classes.size, 'class', 'classes')}, `,
    `${negative} with a negative weight; ${formatCount(faults.length, 'line')} to look at\n`,
  ].join('');
}
