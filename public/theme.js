// Runs before the first paint so that a chosen theme never flashes. "System" needs no script: the
// stylesheet follows the operating system by itself.
try {
  const choice = localStorage.getItem('ff-theme');
  if (choice === 'dark' || choice === 'light') document.documentElement.dataset.theme = choice;
} catch {
  // Storage can be forbidden; the system theme is then used.
}
