/** Sets of strings that grow together (union-find). A set is named after its least member, in whatever order it grew. */
export class DisjointSets {
  private readonly above = new Map<string, string>();

  /** The name of the set that the member is in: itself when it was never joined. */
  find(member: string): string {
    let root = member;
    for (let up = this.above.get(root); up !== undefined; up = this.above.get(root)) root = up;
    let at = member;
    for (let up = this.above.get(at); up !== undefined; up = this.above.get(at)) {
      this.above.set(at, root);
      at = up;
    }
    return root;
  }

  join(a: string, b: string): void {
    const [first, second] = [this.find(a), this.find(b)].sort() as [string, string];
    if (first !== second) this.above.set(second, first);
  }
}
