import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { Missed } from '../../domain/control/damaged-hosts.ts';
import {
  type CommandView,
  type CommandViews,
  commandsUnderWay,
  commandViews,
} from '../../pipeline/control/look.ts';
import { pageFields } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { more, note, table, type View } from '../../pipeline/operation/view.ts';

/** All commands of the log. */
export const audit = operation({
  about: 'installation',
  input: pageFields('commands'),
  effect: 'reads',
  run: ({ ports }, { limit, cursor }) => commandViews(ports, limit, cursor),
  view: (page) => viewCommands(page, 'no command was given yet'),
});

/** The commands of the log that are still under way. */
export const commands = operation({
  about: 'installation',
  input: {},
  effect: 'reads',
  run: ({ ports }) => commandsUnderWay(ports),
  view: (views) => viewCommands(views, 'no command is under way'),
});

function viewCommands({ commands: listed, cursor }: CommandViews, none: string): View {
  if (listed.length === 0) return [[note(none)]];
  const rows = table<CommandView>(
    [
      { title: 'when (UTC)', unit: 'time', value: 'at' },
      { title: 'command', width: 50, value: named },
      { title: 'state', width: 60, value: stateOf },
      { title: 'by', width: 70, value: whoGave },
      { title: 'why', width: 40, value: 'reason' },
      { title: 'request', value: 'requestId' },
    ],
    listed,
  );
  return [[rows], ...more(cursor)];
}

/** `ann@laptop (user/ann)`: as they say, and as AWS knows them; of an ARN that which tells people apart. */
function whoGave({ by, caller }: CommandView): string {
  if (caller === undefined) return by;
  const known = caller.startsWith('arn:') ? caller.split(':').slice(5).join(':') : caller;
  return `${by} (${known})`;
}

/** `block bad.example purge`. */
function named({ command }: CommandView): string {
  const { command: verb, ...rest } = command;
  const words = Object.entries(rest).flatMap(([key, value]) => {
    if (value === true) return key;
    if (value === false) return [];
    return typeof value === 'string' ? value : `${key} ${JSON.stringify(value)}`;
  });
  return [verb, ...words].join(' ');
}

function missedIn({ missed }: { readonly missed?: Missed }): string {
  if (missed === undefined) return '';
  return `, ${formatCount(missed.hosts, 'host')} could not be (${missed.first.join('; ')}): see winnow sanity`;
}

function stateOf({ command, state, running = [], ended = {}, error, answer }: CommandView): string {
  const { changes } = (answer ?? {}) as { readonly changes?: unknown };
  const parts = [
    ...(command.command === 'deploy-job' && changes !== undefined ? [[changes].flat().join('; ')] : []),
    ...running.map(
      ({ job, kind, looked, told }) =>
        `${job}: ${kind === 'recycle' ? `${formatCount(looked, 'segment')} read again` : `${formatNumber(told)} of ${formatCount(looked, 'host')} told`}`,
    ),
    ...Object.entries(ended).map(
      ([job, one]) =>
        `${job} ${one.state}: ${command.command === 'recycle' ? `${formatCount(one.told, 'link')} delivered` : `${formatCount(one.told, 'host')} told`}${missedIn(one)}`,
    ),
  ];
  const why = error === undefined ? '' : `: ${error}`;
  return parts.length === 0 ? `${state}${why}` : `${state}, ${parts.join('; ')}`;
}
