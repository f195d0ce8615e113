function insertionRank(board, score) {
  let low = 0;
  let high = board.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (board[middle] >= score) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
