// A state that tells its listener when it has changed, at most once a frame.

export class Store {
  #told = false;

  constructor(state) {
    this.state = state;
    this.onChange = () => {};
  }

  set(changes) {
    Object.assign(this.state, changes);
    if (this.#told) return;
    this.#told = true;
    const tell = () => {
      this.#told = false;
      this.onChange(this.state);
    };
    // A hidden page gets no frames, but a game that is followed goes on.
    if (document.hidden) setTimeout(tell, 50);
    else requestAnimationFrame(tell);
  }
}

/** Runs `task` at most once every `pause` milliseconds, and once more if it was asked for meanwhile. */
export function throttled(task, pause) {
  let timer = null;
  let again = false;
  const run = async () => {
    again = false;
    try {
      await task();
    } finally {
      timer = setTimeout(() => {
        timer = null;
        if (again) run();
      }, pause);
    }
  };
  return () => {
    if (timer === null) {
      timer = -1;
      run();
    } else {
      again = true;
    }
  };
}
