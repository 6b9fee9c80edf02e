// @ts-check
// Does not too often what many things ask for.

/**
 * A task that runs at most once every `pause` milliseconds, and once more if it was asked for meanwhile.
 * @param {() => Promise<unknown>} task @param {number} pause
 */
export function throttled(task, pause) {
  let busy = false;
  let again = false;
  const run = async () => {
    busy = true;
    again = false;
    await task().catch(() => {}); // each says itself what went wrong
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
