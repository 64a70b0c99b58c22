/** What stands in almost every URL: to look for it tells hardly any of them apart. Lower case. */
export const commonText = 'http://www. https://www. .html .htm .com/ .org/ .net/ .de/ /index.php ?id= &page=';

/** How much is gained by looking for a text: its length, but as good as nothing for one that is everywhere. */
export function tells(text: string): number {
  return text !== '' && commonText.includes(text) ? 1 : text.length;
}
