import { type GuessLanguage, hasDetector, keepDetector } from './detect-language.ts';

/**
 * Loads the detector of languages, so that `detectLanguage` can be called. It is a module beside this one in a bundle
 * too: threads that do not need it would take 60 ms longer to start.
 */
export async function loadDetector(): Promise<void> {
  if (hasDetector()) return;
  const [extension] = /\.\w+$/.exec(import.meta.url) ?? ['.ts'];
  const { href } = new URL(`./eld-detector${extension}`, import.meta.url);
  const { guessLanguage } = (await import(href)) as { readonly guessLanguage: GuessLanguage };
  keepDetector(guessLanguage);
}
