/** A count as a reader takes it in: 40,000. */
export function grouped(count: number): string {
  return count.toLocaleString('en');
}
