import type { Reader } from './browser.ts';

/** Keeps a picture of a screen where somebody asks for pictures, to be looked at. */
export async function picture({ page }: Reader, name: string): Promise<void> {
  const folder = process.env.WINNOW_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
