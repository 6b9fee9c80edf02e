// @ts-check
// The coach of the guided game: explains a step, gives the task and its clause, and shows the outcome.
import { useEffect, useRef } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { Citation } from "../replay/citation.js";

/** @typedef {import("./course.js").Course} Course @typedef {import("./exercise.js").Exercise} Exercise */

/** Show a heading that takes the focus when its part opens, except the first part of a visit. @param {{words: string}} props */
export function FocusedHeading({ words }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (document.activeElement !== document.body || hasOpenedPart) heading.current?.focus({ preventScroll: true });
    hasOpenedPart = true;
  }, []);
  return html`<h2 ref=${heading} tabindex="-1">${words}</h2>`;
}

let hasOpenedPart = false;

/** Show a clause with its text. @param {{edition: string, clause: string, says: string}} props */
export const ClauseText = ({ edition, clause, says }) => html`<blockquote class="clause-text"><p>${says}</p><footer><${Citation} edition=${edition} clause=${clause} /></footer></blockquote>`;

/** @param {{course: Course, exercise: Exercise, problem: string}} props */
export function Coach({ course, exercise, problem }) {
  const { lesson, progress } = course;
  const step = /** @type {import("./exercise.js").Step} */ (course.step.value);
  const i = lesson.steps.indexOf(step);
  const isDone = exercise.step.value === step && exercise.isDone.value;
  const { back, done } = progress.value;
  const nextButton = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => { if (isDone) nextButton.current?.focus(); }, [isDone]);
  return html`
    <section class="coach" aria-label=${say("learn-coach")}>
      <p class="small">${say("learn-step-of", { step: i + 1, steps: lesson.steps.length })} <progress max=${lesson.steps.length} value=${done.length} aria-label=${say("learn-progress")}></progress></p>
      <${FocusedHeading} words=${say(`learn-step-${step.key}`)} />
      <p>${say(`learn-step-${step.key}.says`)}</p>
      <p class="do">${say(`learn-step-${step.key}.do`)}</p>
      <div role="status" class=${`outcome ${isDone ? "done" : ""}`}>
        ${isDone && html`<p><b>${say("learn-done")}</b> ${exercise.refusal.value ? "" : exercise.resultText.value}</p>`}
        ${exercise.refusal.value && html`<p>${say("learn-refused", { clause: exercise.refusal.value.clause })} ${exercise.refusal.value.says}</p>`}
        ${exercise.isUnexpected.value && html`<p>${say("learn-other", { order: exercise.resultText.value })}</p>`}
        ${problem && html`<p class="error">${problem}</p>`}
      </div>
      <p class="actions">
        ${isDone ? html`<button type="button" class="main" ref=${nextButton} onClick=${() => course.move(1)}>${say(back ? "learn-to-question" : "learn-next")}</button>`
          : html`<button type="button" class="quiet" onClick=${() => course.move(1)}>${say(back ? "learn-to-question" : "learn-skip")}</button>`}
        ${i > 0 && html`<button type="button" class="quiet" onClick=${() => course.move(-1)}>${say("learn-back")}</button>`}
      </p>
      <details><summary>${say("learn-rule", { clause: step.clause })}</summary><${ClauseText} edition=${lesson.edition} clause=${step.clause} says=${step.says} /></details>
      <details><summary>${say("learn-steps")}</summary><ol class="steps">${lesson.steps.map(({ key }) => html`
        <li key=${key} class=${done.includes(key) ? "done" : ""}><a href=${`#${key}`} aria-current=${key === step.key ? "step" : null}>${say(`learn-step-${key}`)}</a></li>`)}</ol></details>
    </section>`;
}
