/** A word as it is typed in a shell, in quotes where it needs them. */
export function quotedWord(text: string): string {
  return /^[\w./:=@%+,][\w./:=@%+,-]*$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}
