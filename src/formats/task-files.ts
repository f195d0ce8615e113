/**
 * A file name for each id, in order: letters, digits, `.`, `_` and `-` are kept, all else becomes `_`. Names are
 * told apart by a number where they would collide, also on file systems that ignore case.
 */
export function fileNamesOf(ids: readonly string[]): string[] {
  const taken = new Set<string>();
  return ids.map((id) => {
    const plain = id.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_') || '_';
    let name = plain;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${plain}-${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
