import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { formatCount } from '../../../lib/base/quantity.ts';
import { type GraphForm, graphFiles, graphForms } from '../../../lib/graph/reports.ts';
import type { WebGraph } from '../../../lib/graph/web-graph.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { writeError } from '../base/files.ts';
import { writePieces } from '../base/write-pieces.ts';

interface GraphOptions extends TargetOptions {
  readonly form: GraphForm;
  readonly out: string;
}

/** Writes the link graph for other programs. */
export const graph: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .addOption(
      new Option('--form <form>', 'rows of ids as Combine exports them, CSR as text, or GraphML')
        .choices([...graphForms])
        .default('rows'),
    )
    .requiredOption('--out <dir>', 'write the files into <dir>; it is made if it does not exist')
    .action(async ({ form, out, ...options }: GraphOptions) => {
      const { files, urls, links } = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.withWeb(job, (web) => writeGraph(web, form, out)),
      );
      if (options.json === true) return io.out(json({ urls, links, files }));
      io.out(`${files.join('\n')}\n${formatCount(urls, 'URL')}, ${formatCount(links, 'link')}\n`);
    });
};

function writeGraph(
  web: WebGraph,
  form: GraphForm,
  out: string,
): { readonly urls: number; readonly links: number; readonly files: readonly string[] } {
  try {
    mkdirSync(out, { recursive: true });
  } catch (error) {
    throw writeError(out, error);
  }
  const files = graphFiles(web, form).map(({ name, lines }) => {
    writePieces(join(out, name), lines);
    return resolve(out, name);
  });
  return { urls: web.urls.size(), links: web.links.targets.length, files };
}
