import { describe, expect, it } from 'vitest';
import type { CommandEntry } from '../../lib/domain/control/command.ts';
import type { CommandLog } from '../../lib/ports/commands.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type Fixture, freshName, opened, t0 } from './fixture.ts';

function entryOf(requestId: string, at = t0): CommandEntry {
  const command = { command: 'pause', job: 'birds' };
  return { requestId, at, by: 'ann@desk', reason: 'too fast', command, state: 'asked' };
}

/** What every adapter of `CommandLog` must do. */
export function commandsContract(
  name: string,
  make: () => Promise<Fixture & { readonly commands: CommandLog }>,
): void {
  describe(`${name} keeps the contract of CommandLog`, () => {
    const fixture = opened(make);

    it('knows nothing of a command that nobody gave', async () => {
      const { commands } = fixture();
      const entry = entryOf(freshName());
      expect(await commands.command(entry.requestId)).toBeUndefined();
      expect(await commands.put(entry, { ...entry, state: 'done' })).toBe(false);
      expect(await commands.command(entry.requestId)).toBeUndefined();
    });

    it('enters a command once, and gives whoever enters it again the one that is there', async () => {
      const { commands } = fixture();
      const entry = entryOf(freshName());
      expect(await commands.enter(entry)).toEqual(entry);
      expect(await commands.enter({ ...entry, at: t0 + 5, by: 'bob' })).toEqual(entry);
      expect(await commands.command(entry.requestId)).toEqual(entry);
    });

    it('is entered by exactly one of twenty side by side', async () => {
      const { commands } = fixture();
      const requestId = freshName();
      const entries = Array.from({ length: 20 }, (_, i) => ({ ...entryOf(requestId), by: `user ${i}` }));
      const got = await Promise.all(entries.map((entry) => commands.enter(entry)));
      expect(new Set(got.map(({ by }) => by)).size).toBe(1);
      expect(await commands.command(requestId)).toEqual(got[0]);
    });

    it('is changed by exactly one of twenty that saw the same', async () => {
      const { commands } = fixture();
      const entry = entryOf(freshName());
      await commands.enter(entry);
      const next = Array.from({ length: 20 }, (_, i) => ({ ...entry, state: 'done' as const, endedAt: i }));
      const won = await Promise.all(next.map((one) => commands.put(entry, one)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await commands.command(entry.requestId)).toEqual(next[won.indexOf(true)]);
    });

    it('keeps everything that an entry says', async () => {
      const { commands } = fixture();
      const entry = entryOf(freshName());
      const ended = { birds: { at: t0 + 9, state: 'done', looked: 3, told: 1 } } as const;
      const answer = { jobs: [{ job: 'birds', hosts: 2 }], text: 'ü' };
      const next: CommandEntry = { ...entry, state: 'done', answer, ended, endedAt: t0 + 9 };
      await commands.enter(entry);
      expect(await commands.put(entry, next)).toBe(true);
      expect(await commands.command(entry.requestId)).toEqual(next);
    });

    it('lists the newest first, page by page, each once', async () => {
      const { commands } = fixture();
      const prefix = freshName();
      // Later than what other tests enter: they may share the log.
      const later = t0 + Math.floor(Math.random() * 1e9) * 100;
      const ids = Array.from({ length: 12 }, (_, i) => `${prefix}-${String(i).padStart(2, '0')}`);
      for (const [i, id] of ids.entries()) await commands.enter(entryOf(id, later + i));
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await commands.commands(5, cursor);
        expect(page.commands.length).toBeLessThanOrEqual(5);
        listed.push(...page.commands.map(({ requestId }) => requestId));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(listed.filter((id) => id.startsWith(prefix))).toEqual(ids.toReversed());
    });

    it('survives a crash at every await: a command that was entered is on the list', async () => {
      const { commands, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => entryOf(freshName(), t0 + Math.floor(Math.random() * 1e9) * 100),
        operation: async (entry) => void (await commands.enter(entry)),
        check: async (entry) => {
          expect(await commands.command(entry.requestId)).toEqual(entry);
          let cursor: string | undefined;
          let times = 0;
          do {
            const page = await commands.commands(50, cursor);
            times += page.commands.filter(({ requestId }) => requestId === entry.requestId).length;
            cursor = page.cursor;
          } while (cursor !== undefined);
          expect(times).toBe(1);
        },
      });
    });
  });
}
