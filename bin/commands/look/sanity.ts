import type { Finding } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderFinding, renderSanity } from '../../render/look/sanity.ts';
import { addTargetOptions, formatTargetArguments, type TargetOptions, withJob } from '../base/context.ts';
import { requestHead } from '../base/request-options.ts';

interface SanityCommandOptions extends TargetOptions {
  readonly repair?: boolean;
  readonly documents?: boolean;
}

export const sanity: DefineCommand = (command, io, ended) => {
  addTargetOptions(command)
    .option('--repair', 'repair what can be repaired; without --repair nothing is changed')
    .option('--documents', 'check every raw document, too')
    .action(async (options: SanityCommandOptions) => {
      const { repair = false, documents = false } = options;
      const findings: Finding[] = [];
      const job = await withJob(options, 'guest', 'none', async ({ installation, job, loaded }) => {
        const loadedOption = loaded === undefined ? {} : { given: loaded };
        const check = async () => {
          for await (const finding of installation.sanity(job, { repair, documents, ...loadedOption })) {
            findings.push(finding);
            if (options.json !== true) io.out(renderFinding(finding));
          }
          return { repaired: findings.filter(({ repair: done }) => done === 'done').length };
        };
        const head = requestHead({ reason: `${io.program} sanity --repair` });
        if (repair) await installation.desk.logged(head, { command: 'sanity --repair', job }, check);
        else await check();
        return job;
      });
      const again = `${io.program} sanity${formatTargetArguments(options, job)}`;
      io.out(options.json === true ? json(findings) : renderSanity(findings, again));
      if (findings.some(({ severity, repair: done }) => severity === 'error' && done !== 'done')) ended(1);
    });
};
