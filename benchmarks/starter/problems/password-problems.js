function passwordProblems(password, user) {
  const lower = password.toLowerCase();
  const problems = [];
  if (password.length < 10) problems.push('short');
  if (!/[0-9]/.test(password)) problems.push('digit');
  if (lower === password || password.toUpperCase() === password) problems.push('case');
  if (/(.)\1\1/.test(password)) problems.push('repeat');
  if (user !== '' && lower.includes(user.toLowerCase())) problems.push('name');
  return problems;
}
