// A field for a number or a sum, with keys beside it, for a phone that would show its own keyboard of letters.
import { actions, button, element, options, say } from "./elements.js";

const KEYS = ["7", "8", "9", "+", "4", "5", "6", "-", "1", "2", "3", ".", "0"];

// `written` is what stands in the field; `change` is told of each change, `done` when it is complete.
export function keypad(slot, written, change, done, last) {
  const field = element("input", { type: "text", value: written, maxLength: slot.most, inputMode: "none", autocomplete: "off", ariaLabel: slot.label, dir: "auto" });
  field.dataset.key = "written";
  const put = (text) => {
    field.value = text.slice(0, slot.most);
    change(field.value);
  };
  field.addEventListener("input", () => change(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    done(field.value);
  });
  const keys = KEYS.map((key) => button(`key-${key}`, key.replace("-", "−"), () => put(field.value + key)));
  const erase = button("key-erase", "⌫", () => put(field.value.slice(0, -1)));
  erase.ariaLabel = say("erase");
  const pad = options([...keys, erase]);
  pad.classList.add("keypad");
  return [field, pad, actions(button("done", say(last ? "confirm" : "done"), () => done(field.value), { main: true }))];
}
