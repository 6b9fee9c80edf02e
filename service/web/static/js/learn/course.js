// @ts-check
// The progress in the guided game. The address names the open part; the browser stores what is done.
import { computed, signal } from "@preact/signals";

/**
 * @typedef {import("./exercise.js").Step} Step
 * @typedef {{key: string, step: string, position: any, choices: any[], words: string[]}} Question
 * @typedef {{at: string, done: string[], passed: string[], back: string}} Progress `back` is the question to return to after a repeated step
 */

const STORAGE_KEY = "haricot:first-game";
const END = "end-of-course";
const partOfQuestion = (/** @type {string} */ key) => `question-${key}`;

/** @returns {Progress} */
function loadProgress() {
  const none = { at: "", done: [], passed: [], back: "" };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") };
  } catch {
    return none;
  }
}

export class Course {
  progress = signal(loadProgress());
  /** The open part: a step, a question or the end. */
  at = signal("");

  /** @param {{steps: Step[], quiz: Question[], names: string[], edition: string}} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.parts = [...lesson.steps.map(({ key }) => key), ...lesson.quiz.map(({ key }) => partOfQuestion(key)), END];
    const open = () => { this.#open(location.hash.slice(1)); };
    addEventListener("hashchange", open);
    this.#open(location.hash.slice(1) || this.progress.value.at);
  }

  step = computed(() => this.lesson.steps.find(({ key }) => key === this.at.value) ?? null);
  question = computed(() => this.lesson.quiz.find(({ key }) => partOfQuestion(key) === this.at.value) ?? null);

  /** @param {string} part */
  #open(part) {
    this.at.value = this.parts.includes(part) ? part : this.parts[0];
    this.#save({ at: this.at.value });
  }

  /** @param {Partial<Progress>} change */
  #save(change) {
    this.progress.value = { ...this.progress.peek(), ...change };
    localStorage.setItem(STORAGE_KEY, JSON.stringify(this.progress.value));
  }

  /** Open a part. @param {string} part */
  openPart(part) {
    location.hash = part;
  }

  /** Open the next or previous part. After a step that a question led to, return to the question. @param {1 | -1} by */
  move(by) {
    const { back } = this.progress.value;
    if (by > 0 && back) {
      this.#save({ back: "" });
      this.openPart(back);
    } else this.openPart(this.parts[this.parts.indexOf(this.at.value) + by] ?? this.parts[0]);
  }

  /** Mark a step as done. @param {string} key */
  completeStep(key) {
    this.#save({ done: [...new Set([...this.progress.peek().done, key])] });
  }

  /** Mark a question as answered correctly. @param {Question} question */
  passQuestion({ key }) {
    this.#save({ passed: [...new Set([...this.progress.peek().passed, key])] });
  }

  /** Go back to the step that explains a question. @param {Question} question */
  repeatStep({ key, step }) {
    this.#save({ back: partOfQuestion(key) });
    this.openPart(step);
  }

  /** Reset all progress and start again. */
  restart() {
    this.#save({ done: [], passed: [], back: "" });
    this.openPart(this.parts[0]);
  }
}
