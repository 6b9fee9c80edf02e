// @ts-check
// The page of the guided first game: a playable table, and beside it the coach.
import "../lang.js";
import { computed, effect, signal, untracked } from "@preact/signals";
import { data, html, render } from "../html.js";
import { say } from "../i18n.js";
import { rescueFocus } from "../play/focus.js";
import { Player } from "../play/player.js";
import { Tray } from "../play/tray.js";
import { CurrentTable } from "../replay/table_view.js";
import { errorMessage } from "../error_messages.js";
import { Coach } from "./coach.js";
import { Exercise } from "./exercise.js";
import { Course } from "./course.js";
import { Ending, Quiz } from "./quiz.js";

const { lesson } = data();
const exercise = new Exercise(lesson.names);
const player = new Player(/** @type {any} */ (exercise));
const course = new Course(lesson);
const problem = signal("");

/** Passes presses to the exercise and the player, and marks the place of a try. @type {import("../replay/table_view.js").PressHandler} */
const pressHandler = {
  press(place, element) {
    exercise.handlePress(place).catch(failed);
    return player.press(place, element);
  },
  marks: computed(() => {
    const place = exercise.step.value?.place;
    return place && !exercise.isDone.value ? { ...player.marks.value, [place]: { look: "glow", note: "" } } : player.marks.value;
  }),
  answers: player.answers,
};

const failed = (/** @type {unknown} */ error) => { problem.value = errorMessage(error); };

function App() {
  const { step, question } = course;
  if (question.value) return html`<${Quiz} key=${question.value.key} course=${course} question=${question.value} />`;
  if (!step.value) return html`<${Ending} course=${course} />`;
  return html`
    <div class="learn">
      <${Coach} key=${step.value.key} course=${course} exercise=${exercise} problem=${problem.value} />
      <div class="scene plays">
        <${CurrentTable} game=${exercise} player=${pressHandler} />
        <${Tray} player=${player} />
      </div>
    </div>`;
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
exercise.onLoaded = () => player.loadChoices();
effect(() => {
  const step = course.step.value;
  problem.value = "";
  if (step) untracked(() => exercise.begin(step)).catch(failed);
});
effect(() => {
  if (!exercise.isDone.value) return;
  player.menu.value = null; // the coach explains the outcome instead
  untracked(() => course.completeStep(exercise.step.value?.key ?? ""));
});
root.replaceChildren();
render(html`<${App} />`, root);
rescueFocus(root);
