function sharedFolder(paths) {
  if (paths.length === 0) return '';
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const shortest = Math.min(...folders.map((parts) => parts.length));
  const agrees = (depth) => folders.every((parts) => parts[depth] === folders[0][depth]);
  let depth = 0;
  while (depth < shortest && agrees(depth)) depth += 1;
  return folders[0].slice(0, depth).join('/');
}
