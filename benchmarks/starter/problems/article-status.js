function articleStatus(actions, maxRejections) {
  const moves = {
    draft: { submit: 'review', cancel: 'closed' },
    review: { approve: 'live', reject: 'draft' },
    live: { retire: 'closed' },
    closed: {},
  };
  let status = 'draft';
  let rejections = 0;
  const ignored = [];
  for (const action of actions) {
    const next = moves[status][action];
    if (next === undefined) {
      ignored.push(action);
      continue;
    }
    if (action === 'reject') rejections += 1;
    status = rejections > maxRejections ? 'closed' : next;
  }
  return { status, ignored };
}
