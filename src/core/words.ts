/** `1 query`, `2 queries`: a count with its noun. */
export function counted(count: number, noun: string): string {
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : noun.endsWith('x') ? `${noun}es` : `${noun}s`;
  return `${count} ${count === 1 ? noun : many}`;
}
