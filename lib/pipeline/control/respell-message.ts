/** The beginning of the id, which puts the message before all links in an inbox. */
export const respellMessage = '0-respell-';
