import { type Command, Option } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import {
  type ExampleRule,
  type RuleKind,
  readRule,
  ruleKinds,
} from '../../../lib/capabilities/examples/set/example-rule.ts';
import { type Side, sides } from '../../../lib/capabilities/examples/set/side.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderRule, renderRules } from '../../render/examples/rules.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface RuleOptions extends TargetOptions {
  readonly preview?: true;
  readonly remove?: true;
}

/** Defines the commands for rules that put all pages whose URLs they match on a side. */
export function defineRules(command: Command, io: Io): void {
  addTargetOptions(command.command('rule'))
    .description('put all pages whose URLs match on a side: `rule out host ads.example.org`')
    .argument('<side>', `${sides.join(' or ')}: whether the crawl is about these pages`)
    .argument('<kind>', `how the URLs are matched: ${ruleKinds.join(', ')}`)
    .argument('<text>', 'a URL, a SURT prefix, a host name or a regular expression')
    .addOption(new Option('--preview', 'change nothing: say what the rule would match'))
    .addOption(new Option('--remove', 'remove the rule').conflicts('preview'))
    .action(async (side: string, kind: string, text: string, options: RuleOptions) => {
      const rule = ruleOf(side, kind, text);
      await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
        if (options.remove === true) {
          await installation.examples.removeRule(job, rule);
          io.out(options.json === true ? json({ removed: rule }) : 'removed\n');
          return;
        }
        const dryRun = options.preview === true;
        const report = await installation.examples.addRule(job, rule, { dryRun });
        io.out(options.json === true ? json(report) : renderRule(report));
      });
    });
  addTargetOptions(command.command('rules'))
    .description('list the rules with what each matches among the URLs that the job knows')
    .action(async (options: TargetOptions) => {
      const report = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.rules(job),
      );
      io.out(options.json === true ? json(report) : renderRules(report));
    });
}

function ruleOf(side: string, kind: string, text: string): ExampleRule {
  if (!(sides as readonly string[]).includes(side))
    throw new WinnowError('usage', `expected ${sides.join(' or ')} as the side, got ${side}`);
  if (!(ruleKinds as readonly string[]).includes(kind))
    throw new WinnowError('usage', `expected ${ruleKinds.join(', ')} as the kind of rule, got ${kind}`);
  const read = readRule(side as Side, kind as RuleKind, text);
  if ('problem' in read) throw new WinnowError('usage', read.problem);
  return read.rule;
}
