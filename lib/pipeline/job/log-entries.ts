import type { CommandEntry } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';

/** How often a lost race for an entry of the log is run again. */
const attempts = 10;

/** Changes an entry of the log; one that is not there is left alone. */
export async function changeEntry(
  { commands }: Pick<Ports, 'commands'>,
  requestId: string,
  change: (entry: CommandEntry) => CommandEntry,
): Promise<CommandEntry | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await commands.command(requestId);
    if (was === undefined) return undefined;
    const next = change(was);
    if (next === was || (await commands.put(was, next))) return next;
  }
  return undefined;
}
