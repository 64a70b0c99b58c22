import type { CommandEntry } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';

/** How often a change is retried after a lost race for a log entry. */
const attempts = 10;

/** Changes a log entry; does nothing when there is none. */
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
