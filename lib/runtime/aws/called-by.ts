import type { CommandLog } from '../../ports/commands.ts';

/**
 * A command log that notes with each new command who gave it, beside what its sender says.
 * @param caller undefined: not known, which keeps no command from being carried out
 */
export function calledBy(commands: CommandLog, caller: () => Promise<string | undefined>): CommandLog {
  return {
    async enter(entry) {
      const known = await caller();
      return await commands.enter(known === undefined ? entry : { ...entry, caller: known });
    },
    command: (requestId) => commands.command(requestId),
    put: (was, next) => commands.put(was, next),
    commands: (limit, cursor) => commands.commands(limit, cursor),
  };
}
