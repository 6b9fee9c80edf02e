// @ts-check
// The questions at the end of the guided game. The service judges each answer. A wrong answer leads back to its step.
import { useState } from "preact/hooks";
import { html } from "../html.js";
import { say } from "../i18n.js";
import { sizeObserver } from "../table/element_size.js";
import { Table } from "../table/table.js";
import { playAgainstBots } from "../quick_game.js";
import { errorMessage } from "../error_messages.js";
import { ClauseText, FocusedHeading } from "./coach.js";
import { judge, visibleTable } from "./exercise.js";

/** @typedef {import("./course.js").Course} Course @typedef {import("./course.js").Question} Question */

const observeSize = sizeObserver();

/** @param {{course: Course, question: Question}} props */
export function Quiz({ course, question }) {
  const { lesson, progress } = course;
  const [chosen, choose] = useState(-1);
  const [verdict, setVerdict] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState("");
  const i = lesson.quiz.indexOf(question);
  const isRight = verdict?.verdict === "legal";
  const answer = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (chosen < 0) return;
    try {
      const found = await judge(question.position, question.choices[chosen], lesson.names);
      if (found.verdict === "legal") course.passQuestion(question);
      setVerdict(found);
      setProblem("");
    } catch (error) {
      setProblem(errorMessage(error));
    }
  };
  return html`
    <div class="learn">
      <section class="coach" aria-label=${say("learn-coach")}>
        <p class="small">${say("learn-question-of", { question: i + 1, questions: lesson.quiz.length })} <progress max=${lesson.quiz.length} value=${progress.value.passed.length} aria-label=${say("learn-progress")}></progress></p>
        <${FocusedHeading} words=${say(`learn-question-${question.key}`)} />
        <form onSubmit=${answer}>
          <fieldset class="choices"><legend>${say("learn-which")}</legend>
            ${question.words.map((words, k) => html`<label key=${k}><input type="radio" name="choice" value=${k} checked=${chosen === k} onChange=${() => { choose(k); setVerdict(null); }} /> ${words}</label>`)}</fieldset>
          ${!verdict && html`<p class="actions"><button aria-disabled=${String(chosen < 0)}>${say("learn-answer")}</button></p>`}
        </form>
        <div role="status" class=${`outcome ${isRight ? "done" : ""}`}>
          ${isRight && html`<p><b>${say("learn-right")}</b></p>`}
          ${verdict && !isRight && html`<p><b>${say("learn-wrong", { clause: verdict.clause })}</b></p><${ClauseText} edition=${lesson.edition} clause=${verdict.clause} says=${verdict.says} />`}
          ${problem && html`<p class="error">${problem}</p>`}
        </div>
        <p class="actions">
          ${isRight && html`<button type="button" class="main" onClick=${() => course.move(1)}>${say("learn-next")}</button>`}
          ${verdict && !isRight && html`<button type="button" class="main" onClick=${() => course.repeatStep(question)}>${say("learn-to-step", { step: say(`learn-step-${question.step}`) })}</button>`}
          ${!isRight && html`<button type="button" class="quiet" onClick=${() => course.move(1)}>${say("learn-skip")}</button>`}
          <button type="button" class="quiet" onClick=${() => course.move(-1)}>${say("learn-back")}</button></p>
      </section>
      <div class="scene"><div class="felt"><div class="moving" ref=${observeSize}><${Table} snapshot=${snapshot(question)} name=${(/** @type {number} */ k) => lesson.names[k]} eyes=${0} you=${0} /></div></div></div>
    </div>`;
}

/** Return the snapshot of a question's table. @param {Question} question */
const snapshot = ({ position }) => ({ n: 0, table: visibleTable(position), pays: [], moves: [] });

/** Show the end: the number of correct answers, and links to continue. @param {{course: Course}} props */
export function Ending({ course }) {
  const { lesson, progress } = course;
  const [problem, setProblem] = useState("");
  const passed = progress.value.passed.length;
  const all = passed === lesson.quiz.length;
  return html`
    <section class="coach ending" aria-label=${say("learn-coach")}>
      <${FocusedHeading} words=${say(all ? "learn-end" : "learn-end-open")} />
      <p role="status">${say("learn-passed", { passed, questions: lesson.quiz.length })}</p>
      <p class="actions">
        <button type="button" class="main" data-name=${say("learn-guest")} onClick=${(/** @type {any} */ event) => playAgainstBots(event.currentTarget, (error) => setProblem(errorMessage(error)))}>${say("learn-play")}</button>
        ${!all && html`<button type="button" class="quiet" onClick=${() => course.openPart(`question-${lesson.quiz.find(({ key }) => !progress.value.passed.includes(key))?.key}`)}>${say("learn-to-question")}</button>`}
        <a class="button quiet" href=${`/rules/${lesson.edition}`}>${say("learn-rulebook")}</a>
        <button type="button" class="quiet" onClick=${() => course.restart()}>${say("learn-again")}</button></p>
      ${problem && html`<p class="error" role="alert">${problem}</p>`}
    </section>`;
}
