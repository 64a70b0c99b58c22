import type { PluginPage } from '../../domain/plugins/plugin.ts';
import type { PluginInput } from './plugin-message.ts';

const maxProblem = 300;

/** A new copy of the page for each call: no plug-in sees what another one changed. @param since JSON */
export function pageOf({ url, rest, links }: PluginInput, since: string): PluginPage {
  return { fields: {}, ...JSON.parse(rest), links: JSON.parse(links), url, ...JSON.parse(since) };
}

/** What a plug-in threw, in a line. */
export function problemOf(error: unknown): string {
  const text =
    error instanceof Error
      ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}`
      : `threw ${String(error)}`;
  return text.replace(/\s+/g, ' ').slice(0, maxProblem);
}
