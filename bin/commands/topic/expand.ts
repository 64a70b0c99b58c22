import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { openLatentJudge } from '../../../lib/topic/judge.ts';
import { readTopicFile, type TopicSettings, type TopicTerm } from '../../../lib/topic/settings.ts';
import { expandTopic, type FieldText, fitLatentSpace, type ProposedTerm } from '../../../lib/topic/train.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { linesOfTerms, renderProposed, type ShownTerm } from '../../render/topic/expand.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { onlyWith } from '../base/only-with.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { readDefinition } from './read-definition.ts';
import { readTopicExamples, type TopicSource } from './topic-examples.ts';

interface ExpandOptions extends TargetOptions, TopicSource {
  readonly top: number;
  readonly accept?: readonly string[];
}

export const defineExpand: DefineCommand = (command, io, ended) => {
  addTargetOptions(command.command('expand'))
    .description(
      'propose terms for a topic definition that lie near the topic in the field of a job, or of examples',
    )
    .argument('[file]', 'a topic definition (default: the one of the job)')
    .option('--good <directory>', 'learn the field of the examples in <directory>, which are on topic')
    .option('--bad <directory>', 'with --good: the examples in <directory> are off topic')
    .option('--jsonl <file>', 'learn the field of <file> instead, one {"text": …, "class": …} a line')
    .option(
      '--on-topic <class>',
      'with --jsonl: count documents of <class> as on topic (may be repeated)',
      appendValue,
    )
    .option('--top <count>', 'propose <count> terms, 1 to 1000', wholeArgument(1, 1_000), 20)
    .option(
      '--accept <term>',
      'print the line of <term> only, as a definition has it (may be repeated)',
      appendValue,
    )
    .action(async (file: string | undefined, options: ExpandOptions, own: Command) => {
      const { accept } = options;
      if (options.jsonl === undefined) onlyWith(own, ['onTopic'], '--jsonl');
      const terms = await propose(file, options, io);
      const shown = accept === undefined ? terms : terms.filter(({ term }) => accept.includes(term));
      if (options.json === true) io.out(json({ terms: shown }));
      else io.out(accept === undefined ? renderProposed(shown) : linesOfTerms(shown));
      for (const term of accept ?? [])
        if (!terms.some((one) => one.term === term)) {
          io.err(
            `${printable(term)} is none of the ${terms.length} terms that are proposed: --top proposes more\n`,
          );
          ended(1);
        }
    });
};

async function propose(
  file: string | undefined,
  options: ExpandOptions,
  io: Io,
): Promise<readonly ShownTerm[]> {
  const { top, good, bad, jsonl } = options;
  const given = file === undefined ? undefined : termsIn(readDefinition(file, [], io));
  if (good !== undefined || bad !== undefined || jsonl !== undefined) {
    const { judge, texts } = await fieldOfExamples(options, io);
    return expandTopic(judge, given ?? [], texts, top).map((one) => shownTerm(one, one.example.text));
  }
  return await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
    const terms = given ?? termsOfJob((await installation.topics.inForce(job)).topic);
    const { judge, texts } = await installation.topics.field(job);
    const shown: ShownTerm[] = [];
    for (const one of expandTopic(judge, terms, texts, top)) {
      const { source, text } = one.example;
      // Of a sampled page only the words are kept, without their order.
      const stored = URL.canParse(source) ? await installation.topics.keptPage(job, source) : { text };
      shown.push(shownTerm(one, stored?.text));
    }
    return shown;
  });
}

async function fieldOfExamples(source: TopicSource, io: Io) {
  const texts: FieldText[] = [];
  for await (const { document, good, name } of readTopicExamples(source, io))
    texts.push({ source: name, title: document.title, text: document.text, isOn: good });
  const model = fitLatentSpace(texts.map(({ title, text, isOn }) => ({ title, text, label: isOn ? 1 : 0 })));
  if (model !== undefined) return { judge: openLatentJudge(model), texts };
  throw new WinnowError('config', 'give more examples: none is on topic, or no two of them share a word');
}

function termsIn(definition: string): readonly TopicTerm[] {
  return readTopicFile(definition, new Set()).terms;
}

/** The terms of the definitions of a job; none where models alone judge its pages. */
function termsOfJob(topic: TopicSettings | undefined): readonly TopicTerm[] {
  return (topic?.filters ?? []).flatMap((filter) =>
    filter.kind === 'terms' ? termsIn(filter.definition) : [],
  );
}

/** Characters of a text before and after a term. */
const reach = 40;

function shownTerm({ example, ...proposed }: ProposedTerm, text = ''): ShownTerm {
  const at = text.toLowerCase().indexOf(proposed.term);
  const nearby = text.slice(Math.max(0, at - reach), at + proposed.term.length + reach);
  return {
    ...proposed,
    readIn: example.source,
    title: example.title,
    ...(at === -1 ? {} : { text: nearby.replace(/\s+/g, ' ').trim() }),
  };
}
