function topScorers(players, count) {
  const ranked = [...players].sort((a, b) => {
    return b.points - a.points || (a.name < b.name ? -1 : 1);
  });
  const limit = ranked[Math.min(count, ranked.length) - 1]?.points;
  const best = ranked.filter((player) => player.points >= limit);
  return best.map((player) => player.name);
}
