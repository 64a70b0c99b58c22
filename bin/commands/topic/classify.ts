import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { filterDocumentOf } from '../../../lib/domain/reading/filter-document.ts';
import { explainTopic, type TopicEvidence } from '../../../lib/topic/explain.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderEvidence } from '../../render/look/evidence.ts';
import { evidenceHtml } from '../../render/look/evidence-html.ts';
import { addTargetOptions, type TargetOptions } from '../base/context.ts';
import { readFiles } from '../base/example-directory.ts';
import { writeBytes } from '../base/files.ts';
import { onlyWith } from '../base/only-with.ts';
import { isUrl, type Page, readPageAt } from '../base/page-at.ts';
import { appendValue, wholeArgument } from '../base/values.ts';
import { classifyLines } from './classify-lines.ts';
import { type TopicOptions, withTopic } from './topic-in-force.ts';

interface ClassifyOptions extends TargetOptions, TopicOptions {
  readonly words?: string;
  readonly jsonl?: string;
  readonly terms: number;
  readonly fetch?: boolean;
  readonly html?: string;
}

export const classify: DefineCommand = (command, io) => {
  addClassifyOptions(command).action(async (what: readonly string[], options: ClassifyOptions) => {
    const { jsonl, model } = options;
    if (jsonl === undefined) {
      onlyWith(command, ['terms'], '--jsonl');
      return explainAll(what, options, io);
    }
    if (what.length > 0 || model === undefined)
      throw new WinnowError('usage', 'give --jsonl with --model, and without files and URLs');
    await classifyLines({ ...options, jsonl, model }, io);
  });
};

function addClassifyOptions(command: Command): Command {
  return addTargetOptions(command)
    .argument(
      '[what...]',
      'explain why these pages are on topic or not: text and HTML files, directories of such files, or URLs',
    )
    .option('--topic <file>', 'judge by the topic definition <file> instead of the topic of the job')
    .option(
      '--model <file>',
      "judge by the model <file> of 'winnow train', 'winnow taxonomy' or 'winnow cluster', or by a linear model of SVMlight",
    )
    .option('--good <class>', 'count <class> of --model as on topic (may be repeated)', appendValue)
    .option('--fetch', 'fetch URLs also when the collection has them')
    .option('--html <file>', 'write an HTML page to <file> with all matches marked in the text')
    .option(
      '--words <file>',
      'read the words of a model of SVMlight from <file> (default: the model file with .words appended)',
    )
    .option(
      '--jsonl <file>',
      'classify the documents of <file> instead, one {"text": …} a line; .gz is unpacked, - is standard input',
    )
    .option(
      '--terms <number>',
      'with --jsonl: print the <number> words that speak most for the best class, 0 to 1000',
      wholeArgument(0, 1_000),
      0,
    );
}

async function explainAll(what: readonly string[], options: ClassifyOptions, io: Io): Promise<void> {
  if (what.length === 0) throw new WinnowError('usage', 'give files or URLs, or documents with --jsonl');
  if (options.html !== undefined && what.length > 1) throw singlePageError();
  const explained: TopicEvidence[] = [];
  await withTopic(options, io, async ({ settings, parts, askPlugins }) => {
    for await (const page of readPages(what, options, io)) {
      const said = await askPlugins?.(page.url, page);
      const evidence = explainTopic(settings, parts, filterDocumentOf(page), said);
      explained.push(evidence);
      io.out(options.json === true ? `${json(evidence)}` : renderEvidence(evidence));
    }
  });
  const [first, ...others] = explained;
  if (options.html === undefined || first === undefined) return;
  if (others.length > 0) throw singlePageError();
  writeBytes(options.html, evidenceHtml(first));
}

function singlePageError(): WinnowError {
  return new WinnowError('usage', 'give one file or URL with --html');
}

async function* readPages(what: readonly string[], options: ClassifyOptions, io: Io): AsyncGenerator<Page> {
  for (const one of what) {
    if (isUrl(one)) yield await readPageAt(one, options, io);
    else
      for (const { file, page } of readFiles([one])) {
        if (page === undefined) throw new WinnowError('config', `${file}: the file is neither text nor HTML`);
        yield { ...page, url: file };
      }
  }
}
