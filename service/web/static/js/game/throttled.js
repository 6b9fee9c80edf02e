// @ts-check
// Limits how often a task runs.

/**
 * Return a function that runs a task at most once every `pause` milliseconds. Calls meanwhile cause one more run.
 * @param {() => Promise<unknown>} task @param {number} pause
 */
export function throttle(task, pause) {
  let busy = false;
  let again = false;
  const run = async () => {
    busy = true;
    again = false;
    await task().catch(() => {}); // the task itself shows its errors
    setTimeout(() => {
      busy = false;
      if (again) run();
    }, pause);
  };
  return () => {
    if (busy) again = true;
    else run();
  };
}
