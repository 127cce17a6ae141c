/// <reference path="../types.d.ts" />
// `step`: the end of a step of the work. What is said here outlives the step's transcript.
"use strict";

(() => {
  const { calls, surface } = TieoutSandbox;

  TieoutSandbox.step = surface("step", {
    /** @param {any} closed {conclusion, rejected?, open?} */
    done(closed) {
      return calls.ask("step_done", () => closed);
    },
  });
})();
