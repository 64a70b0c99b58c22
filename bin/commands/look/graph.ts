import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { type GraphForm, graphFiles, graphForms } from '../../../lib/domain/graph/export-graph.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { formatCount } from '../../render/base/quantity.ts';
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
      const web = await withJob(options, 'guest', 'refresh', ({ installation, job }) =>
        installation.graph.web(job),
      );
      try {
        mkdirSync(out, { recursive: true });
      } catch (error) {
        throw writeError(out, error);
      }
      const files = graphFiles(web, form).map(({ name, lines }) => {
        writePieces(join(out, name), lines);
        return resolve(out, name);
      });
      const [urls, links] = [web.urls.size(), web.links.targets.length];
      if (options.json === true) return io.out(json({ urls, links, files }));
      io.out(`${files.join('\n')}\n${formatCount(urls, 'URL')}, ${formatCount(links, 'link')}\n`);
    });
};
