import type { TargetWeb } from '../../ports/target-web.ts';

/** As many as a webhook sends at once, at most. */
const atOnce = 16;

/** Asks targets over HTTP; nothing is loaded before the first question. @param allow private networks that may be asked */
export function openTargetWeb(allow: readonly string[]): TargetWeb {
  let opened: Promise<TargetWeb> | undefined;
  const open = async (): Promise<TargetWeb> => {
    const { UndiciTargetWeb } = await import('../../adapters/web/undici-target-web.ts');
    return new UndiciTargetWeb({ allow, atOnce });
  };
  return {
    async ask(request, signal) {
      opened ??= open();
      return await (await opened).ask(request, signal);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
