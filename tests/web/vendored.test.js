// What is vendored, by the names under which scripts import it.
import assert from "node:assert/strict";
import test from "node:test";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { computed, signal } from "@preact/signals";
import { signal as core } from "@preact/signals-core";
import htm from "htm";
import { h } from "preact";
import { useState } from "preact/hooks";

test("a signal is the same to signals and to their core", () => {
  const [one, other] = [signal(1), core(2)];
  const sum = computed(() => one.value + other.value);
  other.value = 3;
  assert.equal(sum.value, 4);
});

test("a template makes what preact draws", () => {
  const drawn = htm.bind(h)`<p class=${"lead"}>${"<b>"}</p>`;
  assert.deepEqual([drawn.type, drawn.props], ["p", { class: "lead", children: "<b>" }]);
  assert.equal(typeof useState, "function");
});

test("words are put into the number that a language has", () => {
  const bundle = new FluentBundle("fr", { useIsolating: false });
  bundle.addResource(new FluentResource("beans = { $n ->\n  [one] { $n } haricot\n *[other] { $n } haricots\n }"));
  const said = [0, 1, 2].map((n) => bundle.formatPattern(bundle.getMessage("beans").value, { n }));
  assert.deepEqual(said, ["0 haricot", "1 haricot", "2 haricots"]);
});
