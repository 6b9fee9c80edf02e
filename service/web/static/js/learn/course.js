// @ts-check
// How far somebody is in the guided game: the address says which step is open, the browser keeps what was done.
import { computed, signal } from "@preact/signals";

/**
 * @typedef {import("./exercise.js").Step} Step
 * @typedef {{key: string, step: string, position: any, choices: any[], words: string[]}} Question
 * @typedef {{at: string, done: string[], passed: string[], back: string}} Progress `back` is the question that led to a step
 */

const KEY = "haricot:first-game";
const END = "end-of-course";
const asked = (/** @type {string} */ key) => `question-${key}`;

/** @returns {Progress} */
function kept() {
  const none = { at: "", done: [], passed: [], back: "" };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return none;
  }
}

export class Course {
  progress = signal(kept());
  /** The part that is open: a step, a question or the end. */
  at = signal("");

  /** @param {{steps: Step[], quiz: Question[], names: string[], edition: string}} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.parts = [...lesson.steps.map(({ key }) => key), ...lesson.quiz.map(({ key }) => asked(key)), END];
    const open = () => { this.#open(location.hash.slice(1)); };
    addEventListener("hashchange", open);
    this.#open(location.hash.slice(1) || this.progress.value.at);
  }

  step = computed(() => this.lesson.steps.find(({ key }) => key === this.at.value) ?? null);
  question = computed(() => this.lesson.quiz.find(({ key }) => asked(key) === this.at.value) ?? null);

  /** @param {string} part */
  #open(part) {
    this.at.value = this.parts.includes(part) ? part : this.parts[0];
    this.#keep({ at: this.at.value });
  }

  /** @param {Partial<Progress>} change */
  #keep(change) {
    this.progress.value = { ...this.progress.peek(), ...change };
    localStorage.setItem(KEY, JSON.stringify(this.progress.value));
  }

  /** Opens a part. @param {string} part */
  go(part) {
    location.hash = part;
  }

  /** Opens the part so many further; from a step to which a question led, that question again. @param {1 | -1} by */
  move(by) {
    const { back } = this.progress.value;
    if (by > 0 && back) {
      this.#keep({ back: "" });
      this.go(back);
    } else this.go(this.parts[this.parts.indexOf(this.at.value) + by] ?? this.parts[0]);
  }

  /** A step is done. @param {string} key */
  learned(key) {
    this.#keep({ done: [...new Set([...this.progress.peek().done, key])] });
  }

  /** A question is answered rightly. @param {Question} question */
  pass({ key }) {
    this.#keep({ passed: [...new Set([...this.progress.peek().passed, key])] });
  }

  /** Goes back to the step that taught what a question asks for. @param {Question} question */
  relearn({ key, step }) {
    this.#keep({ back: asked(key) });
    this.go(step);
  }

  /** Forgets all progress and begins again. */
  restart() {
    this.#keep({ done: [], passed: [], back: "" });
    this.go(this.parts[0]);
  }
}
