// The vendored libraries, by the names under which scripts import them.
import assert from "node:assert/strict";
import test from "node:test";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { computed, signal } from "@preact/signals";
import { signal as core } from "@preact/signals-core";
import htm from "htm";
import { h } from "preact";
import { useState } from "preact/hooks";

test("@preact/signals and @preact/signals-core share signals", () => {
  const [one, other] = [signal(1), core(2)];
  const sum = computed(() => one.value + other.value);
  other.value = 3;
  assert.equal(sum.value, 4);
});

test("htm templates make preact nodes", () => {
  const drawn = htm.bind(h)`<p class=${"lead"}>${"<b>"}</p>`;
  assert.deepEqual([drawn.type, drawn.props], ["p", { class: "lead", children: "<b>" }]);
  assert.equal(typeof useState, "function");
});

test("fluent selects the plural form of the language", () => {
  const bundle = new FluentBundle("fr", { useIsolating: false });
  bundle.addResource(new FluentResource("beans = { $n ->\n  [one] { $n } haricot\n *[other] { $n } haricots\n }"));
  const said = [0, 1, 2].map((n) => bundle.formatPattern(bundle.getMessage("beans").value, { n }));
  assert.deepEqual(said, ["0 haricot", "1 haricot", "2 haricots"]);
});
