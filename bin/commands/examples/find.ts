import type { Command } from 'commander';
import { requireContact } from '../../../lib/config/job/contact.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderApproved, renderHubsOf, renderNear, renderSitesOf } from '../../render/examples/find.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { wholeArgument } from '../base/values.ts';

interface FindOptions extends TargetOptions {
  readonly top: number;
}

/** Defines the commands that find pages which may be examples. */
export function defineFind(command: Command, io: Io): void {
  const define = (name: string, description: string): Command =>
    addTargetOptions(command.command(name))
      .description(description)
      .option('--top <count>', 'list <count>, 1 to 100', wholeArgument(1, 100), 10);
  define('near', 'find pages near an example whose titles share words with its class or the topic')
    .argument('<url>', 'the URL of an example, or of any page')
    .action(async (url: string, options: FindOptions) => {
      const report = await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
        requireContact(await installation.settings(job));
        return installation.examples.near(job, url, options.top, io.interrupted());
      });
      io.out(options.json === true ? json(report) : renderNear(report));
    });
  define('hubs', 'find pages that link to many pages which were accepted or are on topic').action(
    async (options: FindOptions) => {
      const hubs = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
        installation.examples.hubs(job, options.top),
      );
      io.out(options.json === true ? json({ hubs }) : renderHubsOf(hubs));
    },
  );
  define('sites', 'find the sites of which most is on topic').action(async (options: FindOptions) => {
    const sites = await withJob(options, 'guest', 'ensure', ({ installation, job }) =>
      installation.examples.sites(job, options.top),
    );
    io.out(options.json === true ? json({ sites }) : renderSitesOf(sites));
  });
  addTargetOptions(command.command('approve'))
    .description('make the best pages of a site examples, with the accuracy before and after')
    .argument('<host>', 'a host, as `winnow examples sites` shows it')
    .action(async (host: string, options: TargetOptions) => {
      const report = await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
        requireContact(await installation.settings(job));
        return installation.examples.approve(job, host, io.interrupted());
      });
      io.out(options.json === true ? json(report) : renderApproved(report));
    });
}
